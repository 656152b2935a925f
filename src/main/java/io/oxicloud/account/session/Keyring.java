package io.oxicloud.account.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The keys as they were read at one moment, newest first. */
record Keyring(List<SigningKey> keys, Instant readAt) {
    Keyring {
        keys = List.copyOf(keys);
    }

    Optional<SigningKey> newest() {
        return keys.stream().findFirst();
    }

    Optional<SigningKey> byId(String id) {
        return keys.stream().filter(key -> key.id.equals(id)).findFirst();
    }
}
