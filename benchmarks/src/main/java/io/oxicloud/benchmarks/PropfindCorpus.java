package io.oxicloud.benchmarks;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.drive.Space;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.Node;
import io.oxicloud.files.PropertyName;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A page of 1,000 files and 100 folders, every seventh row with two properties of a client's own. */
final class PropfindCorpus {
    static final Space SPACE = new Space(123_456_789, 9_876_543_210L);
    /** What clients that keep copies ask for; the last one nobody has here. */
    static final String SYNC = """
            <d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:displayname/><d:getcontenttype/><d:getcontentlength/>\
            <d:getlastmodified/><d:getetag/><d:lockdiscovery/><o:fileid xmlns:o="http://owncloud.org/ns"/></d:prop>\
            </d:propfind>""";

    static final String ALL = "<d:propfind xmlns:d=\"DAV:\"><d:allprop/></d:propfind>";

    private static final int FILES = 1_000;
    private static final int FOLDERS = 100;
    private static final long DAY = 86_400;
    private static final long[] TIMES = {0, 1_120_176_000L, 1_700_000_000L, 4_102_444_799L};
    private static final List<String> NAMES = List.of(
            "IMG_20260714_183022.jpg",
            "Informe anual (versi\u00f3n final).docx",
            "Ana\u2019s notes.md",
            "presupuesto-2026.xlsx",
            "main.rs",
            "README");
    private static final List<String> ODD_NAMES = List.of(
            "a & b < c > d \" e ' f",
            "]]>",
            "\ud83d\ude00.png",
            "x\u0001y\u001fz",
            "lone \ud800 surrogate",
            "\udc00\ufffe\uffff",
            "100%#?;");

    final List<Node> nodes = new ArrayList<>();
    final Map<Node, List<DeadProperty>> dead = new LinkedHashMap<>();

    PropfindCorpus() {
        var drive = new DriveId(new UUID(1, 1));
        Lineage root = Lineage.ofRoot(drive);
        for (int i = 0; i < FILES + FOLDERS; i++) {
            Node node = node(root.child(new NodeId(new UUID(0x0198_0000_0000_7000L + i, mixed(i)))), i);
            nodes.add(node);
            if (i % 7 == 0) {
                dead.put(
                        node,
                        List.of(
                                property("urn:schemas-microsoft-com:", "Win32FileAttributes", "00000020"),
                                property("urn:x", "note", "of " + i + " &amp; more")));
            }
        }
    }

    private static Node node(Lineage lineage, int i) {
        boolean file = i < FILES;
        String name = i % 50 == 0 ? ODD_NAMES.get(i / 50 % ODD_NAMES.size()) : NAMES.get(i % NAMES.size());
        byte[] digest = new byte[Hash.LENGTH];
        ByteBuffer.wrap(digest).putLong(mixed(i));
        Instant time = Instant.ofEpochSecond(TIMES[i % TIMES.length] + i * DAY);
        return new Node(
                lineage,
                i + " " + name,
                file ? Hash.of(digest) : null,
                file ? 1_234_567L * i : 0,
                file ? "application/octet-stream" : null,
                file ? 0 : i,
                time,
                time.plusSeconds(DAY + i),
                null,
                null);
    }

    /** As random to look at as ids and digests are. */
    private static long mixed(int i) {
        return 0x9e37_79b9_7f4a_7c15L * (i + 1);
    }

    private static DeadProperty property(String namespace, String name, String text) {
        return new DeadProperty(
                new PropertyName(namespace, name),
                "<x:" + name + " xmlns:x=\"" + namespace + "\">" + text + "</x:" + name + ">");
    }
}
