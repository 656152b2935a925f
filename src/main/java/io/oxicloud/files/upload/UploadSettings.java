package io.oxicloud.files.upload;

import io.oxicloud.chunk.cut.FastCdc;
import java.time.Duration;

/**
 * What bounds uploads in pieces.
 *
 * @param maxFileBytes longest file
 * @param maxRequestBytes of chunks that come or go in one request
 * @param pending how long a chunk waits for the file that it was sent for, since it was sent last
 */
public record UploadSettings(long maxFileBytes, long maxRequestBytes, Duration pending) {
    private static final long REQUEST_BYTES = 100L << 20;
    private static final int FEW_CHUNKS = 1_024;
    private static final Duration PENDING = Duration.ofDays(1);

    public UploadSettings {
        if (maxFileBytes < 1 || maxRequestBytes < 1) {
            throw new IllegalArgumentException("limits of uploads must be at least 1 byte");
        }
    }

    /** Into how many chunks so many bytes may be cut, at most; for few bytes some more, for whoever has many small files. */
    static int mostChunks(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(FEW_CHUNKS, bytes / FastCdc.MIN * 2));
    }

    /** The usual bounds for files of this length. */
    public static UploadSettings of(long maxFileBytes) {
        return new UploadSettings(maxFileBytes, REQUEST_BYTES, PENDING);
    }
}
