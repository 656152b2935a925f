package io.oxicloud.app.container;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a WebDAV program signs in with. */
record Credentials(String user, String password) {
    /** @param authorization value of a header for Basic authentication */
    static Credentials of(String authorization) {
        byte[] decoded = Base64.getDecoder().decode(authorization.substring("Basic ".length()));
        String[] pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
        return new Credentials(pair[0], pair[1]);
    }

    @Override
    public String toString() {
        return user;
    }
}
