package io.oxicloud.db;

import java.util.function.Supplier;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Secrets that the product makes for itself and never changes, the same for all nodes. Thread-safe; begins transactions. */
public final class OwnSecrets {
    private static final String CONTEXT = "own_secret/";

    private final Tx tx;
    private final Sealer sealer;

    public OwnSecrets(Tx tx, Sealer sealer) {
        this.tx = tx;
        this.sealer = sealer;
    }

    /**
     * The secret of that name.
     *
     * @param made the secret, if there is none yet
     */
    public byte[] get(String name, Supplier<byte[]> made) {
        byte[] sealed = tx.retryingWrite("own-secret", scope -> {
            byte[] known = find(scope.session(), name);
            return known != null ? known : keep(scope.session(), name, made.get());
        });
        return sealer.open(sealed, CONTEXT + name);
    }

    /** By its key, so that a start that finds it needs no query language. */
    private static byte @Nullable [] find(Session session, String name) {
        OwnSecretEntity row = session.find(OwnSecretEntity.class, name);
        return row == null ? null : row.sealed;
    }

    /** Another node may be quicker; then its secret is the one. */
    private byte[] keep(Session session, String name, byte[] secret) {
        session.createMutationQuery(
                        "insert into OwnSecretEntity (name, sealed) values (:name, :sealed) on conflict do nothing")
                .setParameter("name", name)
                .setParameter("sealed", sealer.seal(secret, CONTEXT + name))
                .executeUpdate();
        return session.createSelectionQuery("select s.sealed from OwnSecretEntity s where s.name = :name", byte[].class)
                .setParameter("name", name)
                .getSingleResult();
    }
}
