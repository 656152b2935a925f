package io.oxicloud.web;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** One static file in memory. */
final class Asset {
    private final String type;
    private final String etag;
    private final byte[] content;

    private Asset(String type, String etag, byte[] content) {
        this.type = type;
        this.etag = etag;
        this.content = content;
    }

    static Asset of(String path, byte[] content) {
        return new Asset(type(path), etag(content), content);
    }

    private static String type(String path) {
        return switch (path.substring(path.lastIndexOf('.') + 1)) {
            case "css" -> "text/css;charset=UTF-8";
            case "js" -> "text/javascript;charset=UTF-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException("no media type is known for " + path);
        };
    }

    private static String etag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return '"'
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(digest)
                            .substring(0, 22)
                    + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    String type() {
        return type;
    }

    String etag() {
        return etag;
    }

    int size() {
        return content.length;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(content);
    }
}
