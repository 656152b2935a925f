package io.oxicloud.files.session;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.ChunkStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;

/** Contents one after the other, each opened when its turn comes and closed when it is over. For one thread. */
final class PieceStream extends InputStream {
    private final ChunkStore contents;
    private final Iterator<Hash> left;
    private InputStream current = InputStream.nullInputStream();

    PieceStream(ChunkStore contents, List<Hash> pieces) {
        this.contents = contents;
        left = pieces.iterator();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = current.read(into, offset, length);
        while (read < 0 && left.hasNext()) {
            current.close();
            current = contents.open(left.next()).stream();
            read = current.read(into, offset, length);
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        current.close();
    }
}
