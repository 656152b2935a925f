package io.oxicloud.chunk.job;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.db.Tx;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Reads some blobs from a backend and compares them with their rows. Thread-safe. */
public final class TargetSample {
    /** Blobs in one sample. */
    public static final int MOST = 1_000;

    private final Tx tx;
    private final BlobBackend target;
    private final Random random;

    public TargetSample(Tx tx, BlobBackend target, Random random) {
        this.tx = tx;
        this.target = target;
        this.random = random;
    }

    /**
     * @param known how many blobs must be there
     * @param checked how many of them were read
     * @param missing names of blobs, as of the others
     * @param damaged those with their length and other bytes
     */
    public record Result(long known, int checked, List<String> missing, List<String> misfits, List<String> damaged) {
        public Result {
            missing = List.copyOf(missing);
            misfits = List.copyOf(misfits);
            damaged = List.copyOf(damaged);
        }

        public boolean passed() {
            return missing.isEmpty() && misfits.isEmpty() && damaged.isEmpty();
        }
    }

    /** @throws CloudException BACKEND_DOWN if the backend does not answer */
    Result take(int count) {
        byte[] somewhere = new byte[Hash.LENGTH];
        random.nextBytes(somewhere);
        long known = tx.read(
                "storage.sample-count",
                scope -> scope.session()
                        .createNativeQuery("select count(*) as chunks from chunk where durable", Long.class)
                        .addScalar("chunks", Long.class)
                        .getSingleResult());
        // digests are as good as drawn by lot, so those that follow each other are, too
        List<Row> rows = new ArrayList<>(page(Hash.of(somewhere), count));
        if (rows.size() < count) {
            page(Hash.of(new byte[Hash.LENGTH]), Math.min(count, (int) Math.min(known, MOST)) - rows.size()).stream()
                    .filter(row -> !rows.contains(row))
                    .toList()
                    .forEach(rows::add);
        }
        List<BlobName> missing = new ArrayList<>();
        List<BlobName> misfits = new ArrayList<>();
        List<BlobName> damaged = new ArrayList<>();
        try {
            for (Row row : rows) {
                look(row, missing, misfits, damaged);
            }
        } catch (IOException e) {
            throw new CloudException(ErrorCode.BACKEND_DOWN, "the target does not answer: " + e, e);
        }
        missing.removeIf(this::isRemoved);
        return new Result(known, rows.size(), texts(missing), texts(misfits), texts(damaged));
    }

    private static List<String> texts(List<BlobName> names) {
        return names.stream().map(BlobName::toString).toList();
    }

    private void look(Row row, List<BlobName> missing, List<BlobName> misfits, List<BlobName> damaged)
            throws IOException {
        var name = new BlobName(row.digest, row.life);
        try (InputStream in = target.open(name)) {
            byte[] bytes = in.readNBytes(row.size + 1);
            if (bytes.length != row.size) {
                misfits.add(name);
            } else if (!BlobDigest.of(bytes).equals(row.digest)) {
                damaged.add(name);
            }
        } catch (NoSuchFileException e) {
            missing.add(name);
        } catch (DamagedBlobException | EOFException e) {
            damaged.add(name);
        }
    }

    /** Its row went before it did. */
    private boolean isRemoved(BlobName name) {
        return tx.read(
                "storage.sample-again",
                scope -> scope.session()
                        .createSelectionQuery(
                                "select c.life from ChunkEntity c where c.digest = :digest and c.life = :life",
                                Integer.class)
                        .setParameter("digest", name.digest())
                        .setParameter("life", name.life())
                        .getResultList()
                        .isEmpty());
    }

    private record Row(Hash digest, int life, int size) {}

    private List<Row> page(Hash from, int count) {
        return count <= 0
                ? List.of()
                : tx.read(
                        "storage.sample",
                        scope -> scope.session()
                                .createSelectionQuery(
                                        "select c.digest, c.life, c.size from ChunkEntity c"
                                                + " where c.durable and c.digest >= :from order by c.digest",
                                        Row.class)
                                .setParameter("from", from)
                                .setMaxResults(count)
                                .getResultList());
    }
}
