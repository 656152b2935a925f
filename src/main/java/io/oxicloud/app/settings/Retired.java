package io.oxicloud.app.settings;

import java.util.Map;
import java.util.Optional;

/** Names that once meant something, here or in the system this one implements, and what to use now. */
final class Retired {
    private static final Map<String, String> INSTEAD = Map.of(
            "DB_CONNECTION_STRING", "use DB_URL (a jdbc: address), DB_USER and DB_PASSWORD",
            "JWT_SECRET", "signing keys are made, kept and rotated in the database, sealed with MASTER_KEY",
            "TRUST_PROXY_HEADERS", "name the proxies in TRUST_PROXY_CIDR",
            "STATIC_PATH", "the web pages are part of the WAR");

    private Retired() {}

    /** What to do instead, if the name is retired. */
    static Optional<String> instead(String name) {
        return Optional.ofNullable(INSTEAD.get(name));
    }
}
