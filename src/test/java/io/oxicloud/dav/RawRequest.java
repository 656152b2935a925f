package io.oxicloud.dav;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A request as it goes over the wire: nothing in it is checked, and every character of its head stands for a byte. */
final class RawRequest {
    final String method;
    final String target;
    final List<String> headers;
    final byte[] body;

    RawRequest(String method, String target, List<String> headers, byte[] body) {
        this.method = method;
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body.clone();
    }

    static RawRequest of(String method, String target, String body, String... headers) {
        return new RawRequest(method, target, List.of(headers), body.getBytes(StandardCharsets.UTF_8));
    }

    RawRequest method(String other) {
        return new RawRequest(other, target, headers, body);
    }

    RawRequest target(String other) {
        return new RawRequest(method, other, headers, body);
    }

    RawRequest headers(List<String> other) {
        return new RawRequest(method, target, other, body);
    }

    RawRequest body(byte[] other) {
        return new RawRequest(method, target, headers, other);
    }

    /** The same with other text in place of some, wherever in the head it stands. */
    RawRequest with(String old, String other) {
        List<String> replaced =
                headers.stream().map(line -> line.replace(old, other)).toList();
        return new RawRequest(method, target.replace(old, other), replaced, body);
    }

    private boolean says(String header) {
        return headers.stream().anyMatch(line -> line.regionMatches(true, 0, header + ":", 0, header.length() + 1));
    }

    /** @param own lines of the head that every request of this sender has */
    byte[] bytes(String... own) {
        List<String> lines = new ArrayList<>();
        lines.add(method + ' ' + target + " HTTP/1.1");
        lines.addAll(List.of("Host: localhost", "Connection: close"));
        lines.addAll(List.of(own));
        lines.addAll(headers);
        if (!says("Content-Length") && !says("Transfer-Encoding") && body.length > 0) {
            lines.add("Content-Length: " + body.length);
        }
        var all = new ByteArrayOutputStream();
        all.writeBytes((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    @Override
    public String toString() {
        String text = new String(bytes(), StandardCharsets.ISO_8859_1);
        return text.length() > 2_000 ? text.substring(0, 2_000) + "… " + text.length() + " bytes" : text;
    }
}
