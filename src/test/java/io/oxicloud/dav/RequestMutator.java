package io.oxicloud.dav;

import io.oxicloud.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Requests that are nearly right. {@code {folder}} stands for a folder with {@code a.txt}, {@code b.txt} and {@code inner/} in
 * it, as an absolute path without a slash at its end.
 */
final class RequestMutator {
    static final List<RawRequest> GOOD = List.of(
            RawRequest.of("OPTIONS", "{folder}/", ""),
            RawRequest.of("GET", "{folder}/a.txt", "", "Range: bytes=1-3,5-6", "If-Range: \"x\""),
            RawRequest.of("GET", "{folder}/a.txt", "", "If-None-Match: \"x\", W/\"y\"", "Accept: */*"),
            RawRequest.of("HEAD", "{folder}/a.txt", "", "If-Modified-Since: Sun, 01 Mar 2026 10:00:00 GMT"),
            RawRequest.of("GET", "{folder}/", ""),
            RawRequest.of("PUT", "{folder}/new.txt", "content", "If-None-Match: *", "Content-Type: text/plain"),
            RawRequest.of("PUT", "{folder}/a.txt", "content", "If-Match: \"x\"", "X-OC-Mtime: 1700000000"),
            RawRequest.of("PUT", "{folder}/a.txt", "7\r\ncontent\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
            RawRequest.of(
                    "PATCH",
                    "{folder}/a.txt",
                    "xy",
                    "Content-Type: application/x-sabredav-partialupdate",
                    "X-Update-Range: bytes=1-2"),
            RawRequest.of("PATCH", "{folder}/a.txt", "xy", "Content-Range: bytes 0-1/*", "X-Update-Range: append"),
            RawRequest.of("PUT", "{folder}/a.txt", "content", "If: <{folder}/b.txt> (Not [\"x\"]) (<urn:uuid:x>)"),
            RawRequest.of("MOVE", "{folder}/inner/../b.txt", "", "Destination: {folder}/./inner/%2e%2e/c.txt"),
            RawRequest.of("MKCOL", "{folder}/made", ""),
            RawRequest.of(
                    "MKCOL",
                    "{folder}/made",
                    "<D:mkcol xmlns:D='DAV:'><D:set><D:prop><D:resourcetype><D:collection/></D:resourcetype>"
                            + "<D:displayname>x</D:displayname></D:prop></D:set></D:mkcol>",
                    "Content-Type: application/xml"),
            RawRequest.of("DELETE", "{folder}/b.txt", "", "Depth: infinity", "If: ([\"x\"])"),
            RawRequest.of("COPY", "{folder}/a.txt", "", "Destination: {folder}/copy.txt", "Overwrite: T", "Depth: 0"),
            RawRequest.of("COPY", "{folder}/inner/", "", "Destination: {folder}/copied/", "Depth: infinity"),
            RawRequest.of("MOVE", "{folder}/b.txt", "", "Destination: http://localhost{folder}/c.txt", "Overwrite: F"),
            RawRequest.of("MOVE", "{folder}/inner/", "", "Destination: {folder}/inner/x/", "If: <{folder}/> ([\"x\"])"),
            RawRequest.of(
                    "LOCK",
                    "{folder}/a.txt",
                    "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/>"
                            + "</D:locktype><D:owner><D:href>me</D:href></D:owner></D:lockinfo>",
                    "Timeout: Second-10, Infinite",
                    "Depth: 0"),
            RawRequest.of(
                    "LOCK",
                    "{folder}/lock.txt",
                    "<lockinfo xmlns='DAV:'><lockscope><shared/></lockscope><locktype><write/></locktype></lockinfo>"),
            RawRequest.of("LOCK", "{folder}/a.txt", "", "If: (<urn:uuid:0198b5b0-0000-7000-8000-00000000dead>)"),
            RawRequest.of(
                    "UNLOCK", "{folder}/a.txt", "", "Lock-Token: <urn:uuid:0198b5b0-0000-7000-8000-00000000dead>"),
            RawRequest.of(
                    "PROPFIND",
                    "{folder}/",
                    "<D:propfind xmlns:D='DAV:'><D:prop><D:getetag/><D:sync-token/><D:lockdiscovery/>"
                            + "<x:y xmlns:x='urn:x'/></D:prop></D:propfind>",
                    "Depth: 1"),
            RawRequest.of(
                    "PROPFIND",
                    "{folder}/a.txt",
                    "<propfind xmlns='DAV:'><allprop/><include><owner/></include></propfind>",
                    "Depth: 0"),
            RawRequest.of("PROPFIND", "{folder}", "<propfind xmlns='DAV:'><propname/></propfind>", "Depth: 1"),
            RawRequest.of(
                    "PROPPATCH",
                    "{folder}/a.txt",
                    "<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><x:a xmlns:x='urn:x' xml:lang='en'>t<b/></x:a>"
                            + "</D:prop></D:set><D:remove><D:prop><c xmlns='urn:y'/></D:prop></D:remove>"
                            + "</D:propertyupdate>"),
            RawRequest.of(
                    "REPORT",
                    "{folder}/",
                    "<D:sync-collection xmlns:D='DAV:'><D:sync-token/><D:sync-level>1</D:sync-level>"
                            + "<D:limit><D:nresults>2</D:nresults></D:limit><D:prop><D:getetag/></D:prop>"
                            + "</D:sync-collection>",
                    "Depth: 0"),
            RawRequest.of(
                    "REPORT",
                    "{folder}/",
                    "<sync-collection xmlns='DAV:'><sync-token>http://oxicloud.local/ns/sync/"
                            + "0198b5b0-0000-7000-8000-00000000dead/0/1/~AAAA</sync-token><prop/></sync-collection>"));

    private static final List<String> METHODS = words("""
            GET HEAD PUT PATCH POST MKCOL DELETE COPY MOVE LOCK UNLOCK PROPFIND PROPPATCH REPORT OPTIONS TRACE SEARCH ACL
            get G\u00e9T VERSION-CONTROL MKCALENDAR""");

    private static final List<String> HEADERS = words("""
            Depth Destination Overwrite If If-Match If-None-Match If-Range If-Modified-Since If-Unmodified-Since Range
            Content-Range X-Update-Range Content-Type Content-Encoding Content-Length Transfer-Encoding Lock-Token Timeout
            Expect X-OC-Mtime OC-Checksum Accept Accept-Encoding Cookie Authorization Host Prefer Upgrade Translate""");

    private static final List<String> VALUES =
            with(List.of("", "\t", "x".repeat(5_000), "(" + "<a:b> ".repeat(700) + ")"), """
            0
            1
            -1
            infinity
            INFINITY
            T
            *
            "
            ""
            W/"x"
            "x", "y"
            ()
            (
            (<>)
            ([])
            (Not <a:b>)
            (Not)
            <{folder}/a.txt> (["x"])
            <> (<a:b>)
            <http://[::1> (<a>)
            {folder}
            {folder}/
            {folder}/x/y/z
            /
            //
            http://
            http://other.example{folder}/x
            http://localhost:99999{folder}/x
            {folder}/..
            {folder}/%2e%2e/x
            {folder}/%00
            {folder}/\u00e9
            {folder}/x?y#z
            bytes=0-
            bytes=-0
            bytes=9-1
            bytes=0-0,0-0,0-0
            bytes=99999999999999999999-
            bytes 0-1/2
            bytes */*
            append
            bytes=-5
            Second-0
            Second-99999999999999999999
            Second-x, Infinite, , Second-4
            chunked
            identity
            gzip, chunked
            5
            99999999999999999999
            100-continue
            text/plain; charset="x
            multipart/form-data; boundary=x
            99999999999999
            -62135596800
            1.5
            NaN
            Sun, 99 Foo 2026 10:00:00 GMT
            Sunday, 06-Nov-94 08:49:37 GMT
            MD5:x SHA1:
            <urn:uuid:x>
            <opaquelocktoken:0198b5b0-0000-7000-8000-00000000dead>
            Basic !
            Bearer \u00ff
            oxicloud_access="; x""");

    private static final List<String> SEGMENTS = with(List.of("x".repeat(300), "x/".repeat(150), "a b"), """
            %00
            %2e%2e
            ..
            .
            %2F
            %5C
            %c0%af
            %ff
            %
            %z
            %ed%a0%80
            %ef%bf%bf
            ;x=y
            %0d%0a
            %7f
            \u00e9
            \\
            @drive
            @drive/@drive
            @drive/x/y
            *
            :
            %41
            e%cc%81
            %e2%80%ae
            %f0%9f%98%80
            ?x=%zz
            #x
            <x>
            "
            {x}""");

    private static final List<String> MARKUP = with(List.of("<x>".repeat(100), "<x/>".repeat(1_000)), """
            <!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>
            &b;
            &#0;
            &#xD800;
            &lt;
            ]]>
            <![CDATA[ <x> ]]>
            <?x y?>
            <!-- -- -->
            <?xml version='1.1'?>
            <?xml version='1.0' encoding='x'?>
            <?xml version='1.0' encoding='utf-16'?>
            <a xmlns=''/>
            <p:a/>
            <a b='1' b='2'/>
            xmlns:p=''
            xmlns:xml='urn:z'
            \ufeff
            \u0001
            \uffff
            <D:prop/>
            <D:allprop/>
            <D:propname/>
            </D:prop>
            <D:sync-level>infinite</D:sync-level>
            <D:limit><D:nresults>0</D:nresults></D:limit>""");

    private final Random random;

    RequestMutator(Random random) {
        this.random = random;
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\s+", -1));
    }

    private static List<String> with(List<String> some, String lines) {
        List<String> all = new ArrayList<>(some);
        lines.lines().forEach(all::add);
        return List.copyOf(all);
    }

    RawRequest next() {
        RawRequest request = one(GOOD);
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            request = change(request);
        }
        return request;
    }

    private RawRequest change(RawRequest request) {
        return switch (random.nextInt(10)) {
            case 0 -> request.method(one(METHODS));
            case 1, 2 -> request.target(path(request.target));
            case 3, 4, 5 -> request.headers(lines(request.headers));
            case 6 -> request.body(one(GOOD).body);
            default -> request.body(body(request.body));
        };
    }

    private String path(String path) {
        return switch (random.nextInt(6)) {
            case 0 -> path + "/" + one(SEGMENTS);
            case 1 -> path + one(SEGMENTS);
            case 2 -> "{folder}/" + one(SEGMENTS) + "/a.txt";
            case 3 -> path.endsWith("/") ? path.substring(0, path.length() - 1) : path + "/";
            case 4 -> latin(Seeds.text(random, 12)).replaceAll("[\\r\\n]", "");
            default -> splice(path, one(SEGMENTS));
        };
    }

    private List<String> lines(List<String> headers) {
        List<String> lines = new ArrayList<>(headers);
        int at = lines.isEmpty() ? -1 : random.nextInt(lines.size());
        switch (random.nextInt(6)) {
            case 0 -> lines.add(one(HEADERS) + ": " + one(VALUES));
            case 1 -> lines.add(one(HEADERS) + ": " + value());
            case 2 -> lines.addAll(headers);
            case 3 -> lines.add(one(VALUES));
            case 4 -> {
                if (at >= 0) {
                    lines.set(at, splice(lines.get(at), one(VALUES)));
                }
            }
            default -> {
                if (at >= 0) {
                    lines.set(at, lines.get(at).split(":", 2)[0] + ": " + one(VALUES));
                }
            }
        }
        return lines;
    }

    /** Anything that still is one line. */
    private String value() {
        return latin(Seeds.text(random, 60)).replaceAll("[\\r\\n]", "");
    }

    private byte[] body(byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        byte[] markup = one(MARKUP).getBytes(random.nextInt(8) == 0 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
        String extra = new String(markup, StandardCharsets.ISO_8859_1);
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(body, random.nextInt(body.length + 1));
            case 1 -> flipped(body);
            case 2 -> bytes(splice(text, extra));
            case 3 -> bytes(extra + text);
            case 4 -> bytes(text.replace("DAV:", one(List.of("dav:", "", "DAV", "urn:x", "DAV:x"))));
            case 5 -> text.getBytes(StandardCharsets.UTF_16);
            default -> bytes(beforeLastTag(text, extra));
        };
    }

    private byte[] flipped(byte[] body) {
        byte[] flipped = body.clone();
        for (int i = Math.min(flipped.length, 1 + random.nextInt(3)); i > 0; i--) {
            flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
        }
        return flipped;
    }

    private static String beforeLastTag(String text, String extra) {
        int last = text.lastIndexOf("</");
        return last < 0 ? text + extra : text.substring(0, last) + extra + text.substring(last);
    }

    private String splice(String text, String extra) {
        int fixed = text.startsWith("{folder}") ? "{folder}".length() : 0;
        int at = fixed + random.nextInt(text.length() - fixed + 1);
        return text.substring(0, at) + extra + text.substring(at);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** As the bytes of its UTF-8. */
    private static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String latin) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(latin.getBytes(StandardCharsets.ISO_8859_1));
        return out.toByteArray();
    }
}
