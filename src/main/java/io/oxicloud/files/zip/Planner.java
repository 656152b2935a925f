package io.oxicloud.files.zip;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads what an archive will be made of: two statements for each 1,000 entries, and none for one alone. For one thread. */
final class Planner {
    static final String LEFT_OUT = "not included.txt";

    private static final int PAGE = 1_000;

    private final FileTree files;
    private final ChunkStore contents;
    private final EntryBudget.Share share;
    private final EntryNames names = new EntryNames();
    private final List<Entry> entries = new ArrayList<>();

    /** The folders from the top down to the one that is being read. */
    private final Deque<Open> open = new ArrayDeque<>();

    Planner(FileTree files, ChunkStore contents, EntryBudget.Share share) {
        this.files = files;
        this.contents = contents;
        this.share = share;
    }

    Plan plan() {
        return new Plan(entries);
    }

    /** All of these, and what lies in those that are folders. */
    void add(Actor actor, List<Node> tops) {
        List<Node> single = tops.stream().filter(node -> !node.folder()).toList();
        addAll(single);
        for (Node folder : tops) {
            if (folder.folder()) {
                open.clear();
                addAll(List.of(folder));
                addBelow(actor, folder);
            }
        }
    }

    private void addBelow(Actor actor, Node folder) {
        Node last = folder;
        List<Node> page;
        do {
            page = files.below(actor, folder, last, PAGE);
            addAll(page);
            last = page.isEmpty() ? last : page.get(page.size() - 1);
        } while (page.size() == PAGE);
    }

    private void addAll(List<Node> nodes) {
        share.take(nodes.size());
        Set<Hash> wanted = nodes.stream()
                .filter(node -> node.size() > 0)
                .map(Node::content)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        Map<Hash, Integer> checksums = wanted.isEmpty() ? Map.of() : contents.checksums(wanted);
        nodes.forEach(node -> add(node, checksums));
    }

    private void add(Node node, Map<Hash, Integer> checksums) {
        Open folder = folderOf(node);
        Entry in = folder == null ? null : folder.entry;
        Lineage top = folder == null ? node.lineage() : null;
        String name = (folder == null ? names : folder.names).unique(node.name(), node.folder());
        long modified = node.modified().getEpochSecond();
        Hash content = node.content();
        if (content == null) {
            Entry entry = Entry.folder(in, top, name, modified);
            entries.add(entry);
            open.push(new Open(node.id(), entry, new EntryNames()));
        } else {
            boolean compressible = node.size() > 0 && Compressible.is(node.mediaType());
            entries.add(
                    Entry.file(in, top, name, content, node.size(), crc32(node, checksums), modified, compressible));
        }
    }

    /** Null for what is asked for itself. What was moved here while the rows were read may have come before its folder. */
    private @Nullable Open folderOf(Node node) {
        if (open.isEmpty()) {
            return null;
        }
        while (!open.isEmpty() && !open.element().id.equals(node.parent())) {
            open.pop();
        }
        if (open.isEmpty()) {
            throw new CloudException(ErrorCode.BUSY, "what the archive would hold is being moved; try again");
        }
        return open.element();
    }

    private static int crc32(Node file, Map<Hash, Integer> checksums) {
        Integer known = file.size() == 0 ? Integer.valueOf(0) : checksums.get(file.content());
        if (known == null) {
            throw new CloudException(ErrorCode.CORRUPT_CONTENT, "content " + file.content() + " is missing");
        }
        return known;
    }

    /** A file that names what was asked for and is not there, or not for this actor. */
    void addLeftOut(List<NodeId> ids, long now) {
        share.take(1);
        String text = ids.stream()
                .map(NodeId::toString)
                .collect(Collectors.joining(
                        "\r\n", "These were asked for and are not there, or you may not read them:\r\n\r\n", "\r\n"));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var crc32 = new CRC32();
        crc32.update(bytes);
        entries.add(Entry.text(names.unique(LEFT_OUT, false), bytes, (int) crc32.getValue(), now));
    }

    private record Open(NodeId id, Entry entry, EntryNames names) {}
}
