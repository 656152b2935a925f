package io.oxicloud.account.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The keys as they were read at one moment, newest first. */
record Keyring(List<Key> keys, Instant readAt) {
    Keyring {
        keys = List.copyOf(keys);
    }

    Optional<Key> newest() {
        return keys.stream().findFirst();
    }

    Optional<Key> byId(String id) {
        return keys.stream().filter(key -> key.id.equals(id)).findFirst();
    }

    /** One opened key. Does not print itself. */
    static final class Key {
        final String id;
        final long number;
        final Instant createdAt;
        private final byte[] secret;

        Key(String id, long number, Instant createdAt, byte[] secret) {
            this.id = id;
            this.number = number;
            this.createdAt = createdAt;
            this.secret = secret.clone();
        }

        byte[] secret() {
            return secret.clone();
        }

        @Override
        public String toString() {
            return "Key " + id;
        }
    }
}
