package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The rows of manifests. */
final class ManifestRows {
    private static final String RAISE = "update manifest set refs = refs + 1, marked_at = null where digest = ?";

    /**
     * Not HQL: Hibernate batches no updates, and each digest has a number of its own. {@link io.oxicloud.db.StatementCounter}
     * does not see it.
     */
    private static final String CHANGE = """
            update manifest set refs = refs + ?, marked_at = case when ? then null else marked_at end
            where digest = ? and refs + ? >= 0""";

    private static final String INSERT = """
            insert into manifest(digest, size, crc32, chunks, refs, made_at)
            values (?, ?, ?, ?, 1, current_timestamp) on conflict do nothing""";

    Optional<Manifest> find(Tx.Scope scope, Hash content) {
        return Optional.ofNullable(scope.session().find(ManifestEntity.class, content))
                .map(row -> Manifest.unpack(content, row.crc32, row.chunks));
    }

    long references(Tx.Scope scope, Hash content) {
        return scope.session()
                .createSelectionQuery("select m.refs from ManifestEntity m where m.digest = :content", Long.class)
                .setParameter("content", content)
                .uniqueResultOptional()
                .orElse(0L);
    }

    /** Those of contents that memory keeps whole: the others' manifests may be long as well. */
    List<Manifest> findShort(Tx.Scope scope, Collection<Hash> contents) {
        var wanted = ValueList.of("digest", contents);
        return wanted
                .in(scope.session()
                        .createSelectionQuery(
                                "select m.digest, m.crc32, m.chunks from ManifestEntity m where m.digest in " + wanted
                                        + " and m.size < :long",
                                Packed.class))
                .setParameter("long", (long) Reads.LONG)
                .getResultList()
                .stream()
                .map(row -> Manifest.unpack(row.digest, row.crc32, row.chunks))
                .toList();
    }

    Map<Hash, Integer> checksums(Tx.Scope scope, Collection<Hash> contents) {
        if (contents.isEmpty()) {
            return Map.of();
        }
        var wanted = ValueList.of("digest", contents);
        Map<Hash, Integer> found = new HashMap<>();
        wanted.in(scope.session()
                        .createSelectionQuery(
                                "select m.digest, m.crc32 from ManifestEntity m where m.digest in " + wanted,
                                Checksum.class))
                .getResultList()
                .forEach(row -> found.put(row.digest, row.crc32));
        return found;
    }

    /** One more reference and no mark; false if there is no such manifest. */
    boolean raise(Tx.Scope scope, Hash content) {
        return scope.change(RAISE, content.bytes()) == 1;
    }

    /**
     * As many references more or fewer as said for each; all in one batch, which locks the rows in the order of the digests.
     *
     * @param sign 1, which takes the marks off as well, or -1
     * @return the contents that have no row, or fewer references than are to go
     */
    List<Hash> change(Tx.Scope scope, SortedMap<Hash, Long> counts, int sign) {
        List<Hash> digests = List.copyOf(counts.keySet());
        int[] changed = scope.session().doReturningWork(connection -> {
            try (var update = connection.prepareStatement(CHANGE)) {
                for (Map.Entry<Hash, Long> count : counts.entrySet()) {
                    update.setLong(1, sign * count.getValue());
                    update.setBoolean(2, sign > 0);
                    update.setBytes(3, count.getKey().bytes());
                    update.setLong(4, sign * count.getValue());
                    update.addBatch();
                }
                return update.executeBatch();
            }
        });
        List<Hash> missing = new ArrayList<>();
        for (int i = 0; i < changed.length; i++) {
            if (changed[i] == 0) {
                missing.add(digests.get(i));
            }
        }
        return missing;
    }

    /** Makes the row with one reference; false, once the other transaction is through, if somebody else did. */
    boolean insert(Tx.Scope scope, Manifest manifest) {
        return scope.change(INSERT, manifest.digest().bytes(), manifest.size(), manifest.crc32(), manifest.packed())
                == 1;
    }

    private record Checksum(Hash digest, int crc32) {}

    /** Not a record, for it holds an array. */
    static final class Packed {
        final Hash digest;
        final int crc32;
        final byte[] chunks;

        Packed(Hash digest, int crc32, byte[] chunks) {
            this.digest = digest;
            this.crc32 = crc32;
            this.chunks = chunks;
        }
    }
}
