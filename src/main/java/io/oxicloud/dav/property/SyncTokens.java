package io.oxicloud.dav.property;

/** Sync tokens as clients see them: URIs (RFC 6578 section 3.2), which say nothing about where the server is. */
public final class SyncTokens {
    private static final String PREFIX = "http://oxicloud.local/ns/sync/";

    /** @param token of {@link io.oxicloud.files.FolderSync} */
    public static String uri(String token) {
        return PREFIX + token;
    }

    /** @return what stands behind the prefix; empty, which no token is, for what does not begin with it */
    public static String inner(String uri) {
        return uri.startsWith(PREFIX) ? uri.substring(PREFIX.length()) : "";
    }

    private SyncTokens() {}
}
