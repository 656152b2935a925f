package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * How many bytes one write may bring, as was found before the first of them came: asked of the announced length, and of the
 * bytes as they come, so that what is too much is never taken wholly first. Not a promise; the quota decides at the end.
 *
 * @param upload longest file of all
 * @param quota what fits into the drive, with what the file holds already
 * @param disk what the store has free
 */
public record WriteBound(long upload, long quota, long disk) {
    /**
     * @param length in bytes; -1 for a length that is not known
     * @throws CloudException TOO_LARGE, OVER_QUOTA or STORAGE_FULL
     */
    public void require(long length) {
        if (length > upload) {
            throw new CloudException(ErrorCode.TOO_LARGE, "a file may have at most " + upload + " bytes");
        }
        if (length > quota) {
            throw new CloudException(ErrorCode.OVER_QUOTA, "there is room for " + quota + " bytes only");
        }
        if (length > disk) {
            throw new CloudException(ErrorCode.STORAGE_FULL, "the storage has no room for " + length + " bytes");
        }
    }

    /**
     * For the bytes of an edit of a file that has {@code size} of them already: what it keeps is not brought again, and the zeros
     * between its end and the edit count as if they were.
     */
    WriteBound forEdit(long start, long size) {
        long gap = Math.max(0, start - size);
        return new WriteBound(Math.max(0, upload - gap), Math.max(0, quota - start), Math.max(0, disk - gap));
    }

    /** The same bytes; reading fails as {@link #require} as soon as they are too many. */
    InputStream guard(InputStream bytes) {
        return new Counted(bytes);
    }

    private final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream bytes) {
            super(bytes);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            if (next >= 0) {
                require(++count);
            }
            return next;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            if (read > 0) {
                count += read;
                require(count);
            }
            return read;
        }

        @Override
        public long skip(long length) {
            return 0;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
