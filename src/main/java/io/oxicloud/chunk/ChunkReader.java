package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.chunk.cut.Blake3;
import io.oxicloud.chunk.cut.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Reads the chunks of one content and lets no wrong byte through (docs/storage.md, invariant 8). For one thread at a time. */
final class ChunkReader {
    private final Manifest manifest;
    private final BlobBackend blobs;
    private final Blake3 hash = new Blake3();

    ChunkReader(Manifest manifest, BlobBackend blobs) {
        this.manifest = manifest;
        this.blobs = blobs;
    }

    /**
     * The bytes from {@code start} on, in the content, to {@code end} or to where the chunk ends that begins them. A whole
     * chunk is checked against its digest.
     */
    byte[] read(long start, long end) {
        int index = manifest.indexAt(start);
        Manifest.Chunk chunk = manifest.chunk(index);
        int from = (int) (start - manifest.start(index));
        int to = (int) Math.min(chunk.size(), end - manifest.start(index));
        try (InputStream in = from == 0 && to == chunk.size()
                ? blobs.open(chunk.name())
                : blobs.open(chunk.name(), new ByteRange(from, to))) {
            byte[] bytes = in.readNBytes(to - from);
            check(chunk, bytes, to - from, in);
            return bytes;
        } catch (NoSuchFileException | EOFException | DamagedBlobException e) {
            throw damaged(chunk, "missing or cut short", e);
        } catch (IOException e) {
            throw BlobFailures.translate(e);
        }
    }

    private void check(Manifest.Chunk chunk, byte[] bytes, int wanted, InputStream rest) throws IOException {
        if (bytes.length < wanted) {
            throw damaged(chunk, "cut short", null);
        }
        if (wanted == chunk.size()) {
            hash.reset();
            hash.update(new Bytes(bytes), 0, bytes.length);
            if (rest.read() >= 0 || !Digests.of(hash).equals(chunk.name().digest())) {
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
