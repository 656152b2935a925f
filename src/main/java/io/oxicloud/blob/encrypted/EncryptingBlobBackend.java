package io.oxicloud.blob.encrypted;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.DamagedBlobException;
import io.oxicloud.blob.ForwardingBlobBackend;
import io.oxicloud.blob.RangeStream;
import io.oxicloud.blob.StoredBlob;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalLong;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;

/**
 * Keeps content and names from whoever runs the storage: AES-256-GCM in frames, under a key of each blob's own, and names that
 * cannot be worked out from content (docs/storage.md, "Encryption"). What the storage can still see is how long each blob
 * is, and when it is asked for. Thread-safe.
 */
public final class EncryptingBlobBackend extends ForwardingBlobBackend {
    private final BlobBackend next;
    private final BlobKeys keys;
    private final SecureRandom random;

    public EncryptingBlobBackend(BlobBackend next, BlobKeys keys, SecureRandom random) {
        super(next);
        this.next = next;
        this.keys = keys;
        this.random = random;
    }

    @Override
    public BlobBatch batch() {
        return new SealedBatch(next.batch());
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        next.replace(keys.hidden(name), seal(bytes));
    }

    /**
     * Sees to it that a blob is encrypted with the newest key.
     *
     * @return bytes of content that were encrypted again; -1 if it was not necessary
     */
    public long renew(BlobName name) throws IOException {
        BlobName hidden = keys.hidden(name);
        try (InputStream in = next.open(hidden, new ByteRange(0, Frames.HEADER))) {
            if (Header.read(hidden, in).keyId() == keys.currentId()) {
                return -1;
            }
        }
        try (InputStream in = open(name)) {
            byte[] plain = in.readAllBytes();
            replace(name, ByteBuffer.wrap(plain));
            return plain.length;
        }
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        BlobName hidden = keys.hidden(name);
        try {
            return whole(hidden);
        } catch (UnknownKeyException e) {
            next.distrust(hidden);
            return whole(hidden);
        }
    }

    private InputStream whole(BlobName hidden) throws IOException {
        return guarded(next.open(hidden), in -> {
            Header header = Header.read(hidden, in);
            return frames(hidden, header, in, 0).from(0);
        });
    }

    /**
     * Asks for the header first, unless the range begins so near that the bytes before it are read as quickly. Between the two the
     * blob may be put again, by somebody who brought the same content: then they do not fit, and are read once more.
     */
    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        BlobName hidden = keys.hidden(name);
        try {
            return part(hidden, range);
        } catch (UnknownKeyException e) {
            next.distrust(hidden);
            return part(hidden, range);
        }
    }

    private InputStream part(BlobName hidden, ByteRange range) throws IOException {
        if (range.start() < Frames.PLAIN) {
            return guarded(next.open(hidden), in -> part(hidden, Header.read(hidden, in), in, range));
        }
        try {
            return frames(hidden, range);
        } catch (DamagedBlobException e) {
            return frames(hidden, range);
        }
    }

    private InputStream frames(BlobName hidden, ByteRange range) throws IOException {
        Header header;
        try (InputStream in = next.open(hidden, new ByteRange(0, Frames.HEADER))) {
            header = Header.read(hidden, in);
        }
        check(hidden, header, range);
        long start = Frames.start(range.start() / Frames.PLAIN);
        long end = Math.min(Frames.start(Frames.count(range.end())), Frames.sealedSize(header.length()));
        return guarded(next.open(hidden, new ByteRange(start, end)), in -> part(hidden, header, in, range));
    }

    private InputStream part(BlobName hidden, Header header, InputStream in, ByteRange range) throws IOException {
        check(hidden, header, range);
        long first = range.start() / Frames.PLAIN;
        int offset = (int) (range.start() % Frames.PLAIN);
        return new RangeStream(frames(hidden, header, in, first).from(offset), range.length());
    }

    private static void check(BlobName hidden, Header header, ByteRange range) throws EOFException {
        if (range.end() > header.length()) {
            throw new EOFException(hidden + " has " + header.length() + " bytes, wanted up to " + range.end());
        }
    }

    private OpenedFrames frames(BlobName hidden, Header header, InputStream in, long first) throws IOException {
        SecretKey key = keys.blobKey(header.keyId(), header.salt());
        if (key == null) {
            throw new UnknownKeyException("blob " + hidden + " was encrypted with a key that is not given, id "
                    + Integer.toHexString(header.keyId()));
        }
        return new OpenedFrames(hidden, key, header, in, first);
    }

    /** Perhaps of a copy that was kept near since before the blob was encrypted again. */
    private static final class UnknownKeyException extends IOException {
        private static final long serialVersionUID = 1L;

        UnknownKeyException(String message) {
            super(message);
        }
    }

    /** What {@code opening} makes of a stream, which is closed if it fails. */
    private static InputStream guarded(InputStream in, Opening opening) throws IOException {
        boolean opened = false;
        try {
            InputStream result = opening.of(in);
            opened = true;
            return result;
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    private interface Opening {
        InputStream of(InputStream in) throws IOException;
    }

    @Override
    public void distrust(BlobName name) {
        next.distrust(keys.hidden(name));
    }

    /** Of the content; -1 if what is stored is none of ours. */
    @Override
    public OptionalLong size(BlobName name) throws IOException {
        OptionalLong sealed = next.size(keys.hidden(name));
        return sealed.isEmpty() ? sealed : OptionalLong.of(Frames.plainSize(sealed.getAsLong()));
    }

    @Override
    public void delete(BlobName name) throws IOException {
        next.delete(keys.hidden(name));
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        return next.list(firstByte).stream()
                .map(blob -> new StoredBlob(blob.name(), Frames.plainSize(blob.size())))
                .toList();
    }

    @Override
    public BlobName listedAs(BlobName name) {
        return next.listedAs(keys.hidden(name));
    }

    private ByteBuffer seal(ByteBuffer plain) {
        byte[] salt = new byte[BlobKeys.LENGTH];
        random.nextBytes(salt);
        var header = new Header(keys.currentId(), plain.remaining(), salt);
        ByteBuffer sealed = ByteBuffer.allocate(Math.toIntExact(Frames.sealedSize(plain.remaining())));
        sealed.put(header.bytes());
        ByteBuffer left = plain.duplicate();
        try {
            SecretKey key = keys.currentKey(salt);
            for (long frame = 0; frame < header.frames(); frame++) {
                ByteBuffer one = left.slice(left.position(), Math.min(Frames.PLAIN, left.remaining()));
                left.position(left.position() + one.limit());
                Frames.cipher(Cipher.ENCRYPT_MODE, key, header, frame).doFinal(one, sealed);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM is part of every JDK", e);
        }
        return sealed.flip();
    }

    private final class SealedBatch implements BlobBatch {
        private final BlobBatch batch;

        SealedBatch(BlobBatch batch) {
            this.batch = batch;
        }

        @Override
        public void put(BlobName name, ByteBuffer bytes) throws IOException {
            batch.put(keys.hidden(name), seal(bytes));
        }

        @Override
        public void sync() throws IOException {
            batch.sync();
        }

        @Override
        public void close() {
            batch.close();
        }
    }
}
