package io.oxicloud.files;

import io.oxicloud.base.ByteRange;
import io.oxicloud.chunk.Content;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * What a file holds after an edit: its bytes up to there, zeros if the edit begins behind the end, the edit, and the bytes
 * that it does not reach. What stays is read again, so that it is cut and found to be there already. For one thread.
 */
final class SplicedBytes extends InputStream {
    private final Content former;
    private final long start;
    private final InputStream edit;
    private Stage stage = Stage.BEFORE;
    private InputStream part;
    private long edited;

    private enum Stage {
        BEFORE,
        GAP,
        EDIT,
        AFTER
    }

    /** @param edit not closed */
    SplicedBytes(Content former, long start, InputStream edit) {
        this.former = former;
        this.start = start;
        this.edit = edit;
        this.part = kept(0, Math.min(start, former.size()));
    }

    /** How many bytes the edit had, as far as it was read. */
    long edited() {
        return edited;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = part.read(into, offset, length);
        while (read < 0 && stage != Stage.AFTER) {
            close();
            next();
            read = part.read(into, offset, length);
        }
        if (stage == Stage.EDIT && read > 0) {
            edited += read;
        }
        return read;
    }

    private void next() {
        switch (stage) {
            case BEFORE -> enter(Stage.GAP, new Zeros(Math.max(0, start - former.size())));
            case GAP -> enter(Stage.EDIT, edit);
            case EDIT -> enter(Stage.AFTER, kept(start + edited, former.size()));
            case AFTER -> throw new IllegalStateException("nothing comes after the last part");
        }
    }

    private void enter(Stage entered, InputStream bytes) {
        stage = entered;
        part = bytes;
    }

    private InputStream kept(long from, long to) {
        return from < to ? former.stream(new ByteRange(from, to)) : InputStream.nullInputStream();
    }

    @Override
    public void close() throws IOException {
        if (stage != Stage.EDIT) {
            part.close();
        }
    }

    private static final class Zeros extends InputStream {
        private long left;

        Zeros(long count) {
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(length, left);
            Arrays.fill(into, offset, offset + count, (byte) 0);
            left -= count;
            return count;
        }
    }
}
