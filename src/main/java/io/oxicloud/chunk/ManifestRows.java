package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Tx;
import java.util.Optional;

/** The rows of manifests. */
final class ManifestRows {
    private static final String RAISE =
            "update ManifestEntity m set m.refs = m.refs + 1, m.markedAt = null where m.digest = :digest";

    private static final String LOWER =
            "update ManifestEntity m set m.refs = m.refs - 1 where m.digest = :digest and m.refs > 0";

    private static final String INSERT = """
            insert into ManifestEntity(digest, size, crc32, chunks, refs, madeAt)
            values (:digest, :size, :crc32, :chunks, 1, instant) on conflict do nothing""";

    Optional<Manifest> find(Tx.Scope scope, Hash content) {
        return Optional.ofNullable(scope.session().find(ManifestEntity.class, content))
                .map(row -> Manifest.unpack(content, row.crc32, row.chunks));
    }

    /** One more reference and no mark; false if there is no such manifest. */
    boolean raise(Tx.Scope scope, Hash content) {
        return scope.session()
                        .createMutationQuery(RAISE)
                        .setParameter("digest", content)
                        .executeUpdate()
                == 1;
    }

    /** One reference fewer; false if there was none. */
    boolean lower(Tx.Scope scope, Hash content) {
        return scope.session()
                        .createMutationQuery(LOWER)
                        .setParameter("digest", content)
                        .executeUpdate()
                == 1;
    }

    /** Makes the row with one reference; false, once the other transaction is through, if somebody else did. */
    boolean insert(Tx.Scope scope, Manifest manifest) {
        return scope.session()
                        .createMutationQuery(INSERT)
                        .setParameter("digest", manifest.digest())
                        .setParameter("size", manifest.size())
                        .setParameter("crc32", manifest.crc32())
                        .setParameter("chunks", manifest.packed())
                        .executeUpdate()
                == 1;
    }
}
