package io.oxicloud.chunk;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.io.InputStream;

/** A stored content: what is known of it, and its bytes as often as they are wanted. Immutable and thread-safe. */
public final class Content {
    private final Manifest manifest;
    private final Reads reads;

    Content(Manifest manifest, Reads reads) {
        this.manifest = manifest;
        this.reads = reads;
    }

    public Hash hash() {
        return manifest.digest();
    }

    /** In bytes. */
    public long size() {
        return manifest.size();
    }

    public int crc32() {
        return manifest.crc32();
    }

    /** What it is made of, in order. */
    public ChunkSequence chunks() {
        return manifest.sequence();
    }

    /**
     * All bytes. The first chunk is read at once, so that most failures come before the caller has begun to answer. The
     * stream is for one thread, and is to be closed: some chunks may be read ahead. Nothing is copied on the way to it.
     *
     * @throws CloudException here or from the stream: CORRUPT_CONTENT if a chunk is missing or is not what it was,
     *     BACKEND_DOWN if it cannot be read now. The stream throws no {@link java.io.IOException}, so that whoever copies it
     *     knows that such a one comes from the other side.
     */
    public InputStream stream() {
        return reads.open(manifest, 0, manifest.size());
    }

    /**
     * The bytes of a range; of a content of 10 MiB or more only the chunks that overlap it are opened. Otherwise
     * as {@link #stream()}.
     *
     * @throws CloudException INVALID_INPUT if the range goes past the end
     */
    public InputStream stream(ByteRange range) {
        if (range.end() > manifest.size()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the range goes past the end of the content");
        }
        return reads.open(manifest, range.start(), range.end());
    }
}
