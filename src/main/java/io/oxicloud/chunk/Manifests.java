package io.oxicloud.chunk;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.cache.CacheSettings;
import io.oxicloud.cache.Caches;
import io.oxicloud.cache.SingleFlightCache;
import io.oxicloud.db.Tx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Manifests by content, from memory or from their rows. Kept in three size classes, so that counting them bounds their
 * bytes: each class may take about 10 MiB, the last one with the longest files that may be uploaded. Thread-safe.
 */
final class Manifests {
    /** Less than a blob stays after its manifest is gone (docs/storage.md, "Why a name is used once"). */
    static final Duration KEPT = Duration.ofMinutes(10);

    private static final int FEW_CHUNKS = 64;
    private static final int MANY_CHUNKS = 1_024;

    private final Tx tx;
    private final ManifestRows rows;

    /** Where to look. Empty: there is such a manifest, but it is too long for this class. */
    private final SingleFlightCache<Hash, Optional<Manifest>> small;

    private final SingleFlightCache<Hash, Optional<Manifest>> large;
    private final SingleFlightCache<Hash, Manifest> huge;

    Manifests(Tx tx, ManifestRows rows, Caches caches) {
        this.tx = tx;
        this.rows = rows;
        this.small = caches.create("manifests-small", CacheSettings.expiring(4_096, KEPT));
        this.large = caches.create("manifests-large", CacheSettings.expiring(256, KEPT));
        this.huge = caches.create("manifests-huge", CacheSettings.expiring(8, KEPT));
    }

    /**
     * The manifest of a content that some row shows.
     *
     * @throws CloudException CORRUPT_CONTENT if there is none
     */
    Manifest get(Hash content) {
        return small.get(content, this::loadSmall)
                .or(() -> large.get(content, key -> keepLarge(read(key))))
                .orElseGet(() -> huge.get(content, this::read));
    }

    /** From their rows: they are wanted of many contents at once, whose manifests nobody may ever ask for. */
    Map<Hash, Integer> checksums(Tx.Scope scope, Collection<Hash> contents) {
        return rows.checksums(scope, contents);
    }

    /** Brings those of these contents that are short, and not in memory, into it. */
    void prefetch(Collection<Hash> contents) {
        List<Hash> missing = contents.stream()
                .filter(content -> small.peek(content).isEmpty())
                .distinct()
                .toList();
        if (!missing.isEmpty()) {
            tx.read("chunk.manifests", scope -> rows.findShort(scope, missing))
                    .forEach(manifest -> small.get(manifest.digest(), key -> keepSmall(manifest)));
        }
    }

    /**
     * What the rows say now, for who did not find a blob that a manifest from memory names: while that was kept, the content may
     * have gone and come back, in another node's sight or swept by force. The same one if there is none.
     */
    Manifest renewed(Manifest known) {
        Hash content = known.digest();
        small.invalidate(content);
        large.invalidate(content);
        huge.invalidate(content);
        return tx.read("chunk.manifest", scope -> rows.find(scope, content)).orElse(known);
    }

    private Optional<Manifest> loadSmall(Hash content) {
        return keepSmall(read(content));
    }

    private Optional<Manifest> keepSmall(Manifest manifest) {
        if (manifest.count() <= FEW_CHUNKS) {
            return Optional.of(manifest);
        }
        large.get(manifest.digest(), key -> keepLarge(manifest));
        return Optional.empty();
    }

    private Optional<Manifest> keepLarge(Manifest manifest) {
        if (manifest.count() <= MANY_CHUNKS) {
            return Optional.of(manifest);
        }
        huge.get(manifest.digest(), key -> manifest);
        return Optional.empty();
    }

    private Manifest read(Hash content) {
        return tx.read("chunk.manifest", scope -> rows.find(scope, content))
                .orElseThrow(() -> new CloudException(ErrorCode.CORRUPT_CONTENT, "content " + content + " is missing"));
    }
}
