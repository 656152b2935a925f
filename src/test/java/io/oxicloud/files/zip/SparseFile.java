package io.oxicloud.files.zip;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** A file in which {@link Zeros} take no place. */
final class SparseFile extends OutputStream {
    private final RandomAccessFile file;
    private long at;

    SparseFile(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "rw");
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (bytes != Zeros.BLOCK) {
            file.seek(at);
            file.write(bytes, offset, length);
        }
        at += length;
    }

    @Override
    public void close() throws IOException {
        file.setLength(at);
        file.close();
    }
}
