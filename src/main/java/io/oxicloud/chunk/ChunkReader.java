package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads the chunks of one content and lets no wrong byte through (docs/storage.md, invariant 8). For one thread at a time. */
final class ChunkReader {
    private final Manifest manifest;
    private final BlobBackend blobs;
    private final UnaryOperator<Manifest> renewal;
    private final Blake3 hash = new Blake3();
    private final int[] digest = new int[Hash.LENGTH / Integer.BYTES];

    /** @param renewal gives what a manifest is now, for it may have been in memory since before it was removed and made anew */
    ChunkReader(Manifest manifest, BlobBackend blobs, UnaryOperator<Manifest> renewal) {
        this.manifest = manifest;
        this.blobs = blobs;
        this.renewal = renewal;
    }

    /**
     * The bytes from {@code start} on, in the content, to {@code end} or to where the chunk ends that begins them. A whole
     * chunk is checked against its digest.
     */
    byte[] read(long start, long end) {
        int index = manifest.indexAt(start);
        int from = (int) (start - manifest.start(index));
        int to = (int) Math.min(manifest.chunk(index).size(), end - manifest.start(index));
        try {
            return read(index, manifest.chunk(index), from, to);
        } catch (NoSuchFileException e) {
            return readRenewed(index, from, to, e);
        }
    }

    private byte[] readRenewed(int index, int from, int to, NoSuchFileException missing) {
        Manifest.Chunk old = manifest.chunk(index);
        Manifest now = renewal.apply(manifest);
        if (index < now.count() && now.start(index) == manifest.start(index)) {
            Manifest.Chunk chunk = now.chunk(index);
            if (chunk.name().digest().equals(old.name().digest())
                    && !chunk.name().equals(old.name())) {
                try {
                    return read(index, chunk, from, to);
                } catch (NoSuchFileException e) {
                    e.addSuppressed(missing);
                    throw damaged(chunk, "missing", e);
                }
            }
        }
        throw damaged(old, "missing", missing);
    }

    private byte[] read(int index, Manifest.Chunk chunk, int from, int to) throws NoSuchFileException {
        try (InputStream in = from == 0 && to == chunk.size()
                ? blobs.open(chunk.name())
                : blobs.open(chunk.name(), new ByteRange(from, to))) {
            byte[] bytes = in.readNBytes(to - from);
            check(index, chunk, bytes, to - from, in);
            return bytes;
        } catch (NoSuchFileException e) {
            throw e;
        } catch (EOFException | DamagedBlobException e) {
            throw damaged(chunk, "cut short or damaged", e);
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
    }

    private void check(int index, Manifest.Chunk chunk, byte[] bytes, int wanted, InputStream rest) throws IOException {
        if (bytes.length < wanted) {
            throw damaged(chunk, "cut short", null);
        }
        if (wanted == chunk.size()) {
            hash.reset();
            hash.update(new Bytes(bytes), 0, bytes.length);
            hash.digest(digest);
            if (rest.read() >= 0 || !manifest.hasDigest(index, digest)) {
                throw damaged(chunk, "not what was stored", null);
            }
        }
    }

    private CloudException damaged(Manifest.Chunk chunk, String how, @Nullable Throwable cause) {
        blobs.distrust(chunk.name());
        return new CloudException(
                ErrorCode.CORRUPT_CONTENT,
                "content " + manifest.digest() + " is damaged: chunk " + chunk.name() + " is " + how,
                cause);
    }
}
