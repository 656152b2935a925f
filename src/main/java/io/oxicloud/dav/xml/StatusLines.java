package io.oxicloud.dav.xml;

import java.util.Map;
import java.util.TreeMap;

/** The elements that carry statuses inside of answers. */
final class StatusLines {
    private static final Map<Integer, byte[]> KNOWN = known();

    static byte[] of(int status) {
        byte[] known = KNOWN.get(status);
        return known != null ? known : line(status, "");
    }

    private static Map<Integer, byte[]> known() {
        Map<Integer, byte[]> lines = new TreeMap<>();
        Map.ofEntries(
                        Map.entry(200, "OK"),
                        Map.entry(201, "Created"),
                        Map.entry(204, "No Content"),
                        Map.entry(400, "Bad Request"),
                        Map.entry(401, "Unauthorized"),
                        Map.entry(403, "Forbidden"),
                        Map.entry(404, "Not Found"),
                        Map.entry(405, "Method Not Allowed"),
                        Map.entry(409, "Conflict"),
                        Map.entry(412, "Precondition Failed"),
                        Map.entry(413, "Content Too Large"),
                        Map.entry(423, "Locked"),
                        Map.entry(424, "Failed Dependency"),
                        Map.entry(429, "Too Many Requests"),
                        Map.entry(500, "Internal Server Error"),
                        Map.entry(503, "Service Unavailable"),
                        Map.entry(507, "Insufficient Storage"))
                .forEach((status, reason) -> lines.put(status, line(status, reason)));
        return Map.copyOf(lines);
    }

    private static byte[] line(int status, String reason) {
        return XmlOutput.constant("<D:status>HTTP/1.1 " + status + " " + reason + "</D:status>");
    }

    private StatusLines() {}
}
