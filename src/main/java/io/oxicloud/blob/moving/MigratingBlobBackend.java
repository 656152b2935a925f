package io.oxicloud.blob.moving;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.StoredBlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A store that moves from one backend to another while it is in use (docs/storage.md, "Moving"). New blobs go where the
 * {@link Turn} says; a blob is read from that half first and from the other if it is not there or cannot be read; deleting
 * deletes both. So it does not matter if nodes learn of the turn one after another. Thread-safe.
 *
 * <p>What is listed are the blobs of both halves, if these name blobs alike; otherwise those of the half that new ones go to,
 * and what is only in the other one is found by asking for its size.
 */
public final class MigratingBlobBackend implements BlobBackend {
    private static final BlobName ANY = new BlobName(Hash.of(new byte[Hash.LENGTH]), 0);

    private final BlobBackend source;
    private final BlobBackend target;
    private final Turn turn;
    private final boolean namedAlike;

    /** Both are closed with this one. */
    public MigratingBlobBackend(BlobBackend source, BlobBackend target, Turn turn) {
        this.source = source;
        this.target = target;
        this.turn = turn;
        this.namedAlike = source.listedAs(ANY).equals(target.listedAs(ANY));
    }

    /** Where new blobs go. */
    private BlobBackend first() {
        try {
            return turn.toTarget() ? target : source;
        } catch (IOException e) {
            return target; // for reading, either order will do
        }
    }

    private BlobBackend second(BlobBackend first) {
        return first == target ? source : target;
    }

    @Override
    public BlobBatch batch() {
        return new MigratingBatch(source, target, turn);
    }

    /** In each half that has it, or else where new blobs go. */
    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        BlobBackend first = turn.toTarget() ? target : source;
        BlobBackend second = second(first);
        boolean there = second.size(name).isPresent();
        if (there) {
            second.replace(name, bytes);
        }
        if (!there || first.size(name).isPresent()) {
            first.replace(name, bytes);
        }
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        return fromEither(half -> half.open(name));
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        return fromEither(half -> half.open(name, range));
    }

    /** A half that does not answer must not make a blob that only it has look as if it was lost. */
    private InputStream fromEither(Opening opening) throws IOException {
        BlobBackend first = first();
        try {
            return opening.of(first);
        } catch (IOException e) {
            try {
                return opening.of(second(first));
            } catch (IOException f) {
                IOException told = e instanceof NoSuchFileException ? f : e;
                if (told != f) {
                    told.addSuppressed(f);
                }
                throw told;
            }
        }
    }

    private interface Opening {
        InputStream of(BlobBackend half) throws IOException;
    }

    @Override
    public void distrust(BlobName name) {
        target.distrust(name);
        source.distrust(name);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        BlobBackend first = first();
        OptionalLong size = first.size(name);
        return size.isPresent() ? size : second(first).size(name);
    }

    /** The second one also if the first one fails: the fewer are left the better. */
    @Override
    public void delete(BlobName name) throws IOException {
        onBoth(half -> half.delete(name));
    }

    @Override
    public void removeLeftovers(Instant olderThan) throws IOException {
        onBoth(half -> half.removeLeftovers(olderThan));
    }

    private void onBoth(Step step) throws IOException {
        IOException failure = null;
        for (BlobBackend half : List.of(target, source)) {
            try {
                step.at(half);
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private interface Step {
        void at(BlobBackend half) throws IOException;
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        BlobBackend first = first();
        if (!namedAlike) {
            return first.list(firstByte);
        }
        var all = new TreeMap<StoredBlob, StoredBlob>();
        first.list(firstByte).forEach(blob -> all.put(blob, blob));
        second(first).list(firstByte).forEach(blob -> all.putIfAbsent(blob, blob));
        return List.copyOf(all.values());
    }

    @Override
    public BlobName listedAs(BlobName name) {
        return first().listedAs(name);
    }

    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        List<String> found = new ArrayList<>(target.strays(olderThan, max));
        found.addAll(source.strays(olderThan, max));
        return List.copyOf(found.subList(0, Math.min(max, found.size())));
    }

    @Override
    public int readAhead() {
        return Math.max(source.readAhead(), target.readAhead());
    }

    /** Well if the half is that new blobs go to, and the source, which has the others. The target is of no use before the turn. */
    @Override
    public BlobHealth health() {
        BlobHealth here = first().health();
        if (first() == source || !here.connected()) {
            return here;
        }
        BlobHealth there = source.health();
        return there.connected()
                ? here
                : new BlobHealth(
                        false, here.backend(), there.backend() + ": " + there.message(), here.availableBytes());
    }

    @Override
    public void close() {
        target.close();
        source.close();
    }
}
