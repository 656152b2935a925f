package io.oxicloud.dav.xml;

import java.nio.charset.StandardCharsets;

/** The body that says which condition a refused request did not meet (RFC 4918 section 16). */
public final class ErrorBody {
    /** @param condition an element with what it holds; D stands for WebDAV in it */
    public static byte[] of(String condition) {
        return ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:error xmlns:D=\"DAV:\">" + condition + "</D:error>\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private ErrorBody() {}
}
