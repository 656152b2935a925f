package io.oxicloud.files.session;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.ChunkStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Contents one after the other, each opened when its turn comes and closed when it is over. For one thread. */
final class PieceStream extends InputStream {
    private final ChunkStore contents;
    /** How many manifests are fetched at once. */
    static final int PAGE = 256;

    private final List<Hash> pieces;
    private int next;
    private InputStream current = InputStream.nullInputStream();

    PieceStream(ChunkStore contents, List<Hash> pieces) {
        this.contents = contents;
        this.pieces = pieces;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = current.read(into, offset, length);
        while (read < 0 && next < pieces.size()) {
            current.close();
            current = open(next++);
            read = current.read(into, offset, length);
        }
        return read;
    }

    private InputStream open(int piece) {
        if (piece % PAGE == 0) {
            contents.prefetch(pieces.subList(piece, Math.min(pieces.size(), piece + PAGE)));
        }
        return contents.open(pieces.get(piece)).stream();
    }

    @Override
    public void close() throws IOException {
        current.close();
    }
}
