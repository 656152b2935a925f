package io.oxicloud.files.zip;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Compresses one content after the other, with one native compressor and two buffers for all of them. For one thread. */
final class Packer implements AutoCloseable {
    private static final int LEVEL = 4;
    private static final int BUFFER = 64 << 10;

    private final Deflater deflater = new Deflater(LEVEL, true);
    private byte[] plain = new byte[0];
    private byte[] packed = new byte[0];

    /** Of what {@link #writeTo} writes. */
    private int length;

    private boolean shorter;

    /** Takes a short content into memory. */
    void read(InputStream content, int size) throws IOException {
        if (plain.length < size) {
            plain = new byte[size];
            packed = new byte[size];
        }
        length = content.readNBytes(plain, 0, size);
        shorter = false;
        if (length < size) {
            throw new EOFException(length + " of " + size + " bytes came");
        }
    }

    /** @return whether what was read got shorter; if not it is as it was */
    boolean shorten() {
        deflater.reset();
        deflater.setInput(plain, 0, length);
        deflater.finish();
        int made = deflater.deflate(packed, 0, length - 1);
        shorter = deflater.finished();
        length = shorter ? made : length;
        return shorter;
    }

    int length() {
        return length;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(shorter ? packed : plain, 0, length);
    }

    /** @return how many bytes came out */
    long pack(InputStream content, OutputStream out) throws IOException {
        deflater.reset();
        var packing = new DeflaterOutputStream(out, deflater, BUFFER);
        content.transferTo(packing);
        packing.finish();
        return deflater.getBytesWritten();
    }

    @Override
    public void close() {
        deflater.end();
    }
}
