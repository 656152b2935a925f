package io.oxicloud.blob;

import io.oxicloud.base.ByteRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * Keeps blobs: bytes under a name, which never change.
 *
 * <p><b>Atomic.</b> A blob is seen under its name as a whole or not at all, also after a crash at any point.
 * <b>Durable.</b> A blob that can be seen is on stable storage, or will be when {@link BlobBatch#sync} returns to whoever
 * put it; after that it survives a power cut, as far as the storage keeps its own promises. <b>Thread-safe.</b> Any number
 * of threads, processes and nodes may work on one store. No method knows the database or may be called inside a
 * transaction.
 *
 * <p>Failures are {@link IOException}s: {@link java.nio.file.NoSuchFileException} if the blob is not there (and not if the whole
 * store is missing), {@link java.io.EOFException} if it ends before a range, {@link BlobStoreFullException} if there is no room,
 * {@link java.nio.file.AccessDeniedException} if the store does not let us in: these come again if the call is repeated. Any
 * other if the store does not work or a connection broke off, which may pass. A failure leaves blobs as they were;
 * bytes that were under way are not seen, and take up room until {@link #removeLeftovers} finds them. An interrupted
 * thread may fail with {@link java.nio.channels.ClosedByInterruptException} or go on.
 */
public interface BlobBackend extends AutoCloseable {
    /** Begins a group of puts that become durable together. Costs nothing until the first put. */
    BlobBatch batch();

    /** Puts one blob and makes it durable; as a batch of one. */
    default void put(BlobName name, ByteBuffer bytes) throws IOException {
        try (var batch = batch()) {
            batch.put(name, bytes);
            batch.sync();
        }
    }

    /**
     * Puts a blob in the place of the one of that name, if there is one: the same content, kept in another form. Durable when it
     * returns; who reads meanwhile gets the one or the other.
     */
    void replace(BlobName name, ByteBuffer bytes) throws IOException;

    /** Opens a blob from its beginning. Its deletion may or may not end a read that is under way. */
    InputStream open(BlobName name) throws IOException;

    /**
     * Opens a part of a blob; the stream ends with the range.
     *
     * @throws java.io.EOFException here or from the stream, if the blob ends before the range
     */
    InputStream open(BlobName name, ByteRange range) throws IOException;

    /**
     * To be told when the bytes of a blob were not those that were put: a copy that is kept near is dropped, so that the next
     * one who reads it gets what the store has.
     */
    default void distrust(BlobName name) {}

    /** Length in bytes, or empty if there is no such blob. */
    OptionalLong size(BlobName name) throws IOException;

    /** Deletes a blob. That it is not there is no failure. */
    void delete(BlobName name) throws IOException;

    /**
     * Deletes what crashed writers left before {@code olderThan}, a bounded amount of work at a time; to be called again
     * and again. Never touches what can be seen under a name.
     */
    void removeLeftovers(Instant olderThan) throws IOException;

    /**
     * The blobs whose digests, as they are listed, begin with a byte, in the order of their names: about a 256th of all. One
     * that comes or goes meanwhile may be listed or not.
     *
     * @param firstByte 0 to 255
     */
    List<StoredBlob> list(int firstByte) throws IOException;

    /** The name under which {@link #list} shows a blob; another one where names are kept from the storage's operator. */
    default BlobName listedAs(BlobName name) {
        return name;
    }

    /** Names of what lies in the store and is no blob, has been there since {@code olderThan}; at most {@code max}. */
    List<String> strays(Instant olderThan, int max) throws IOException;

    /** How many blobs that come next a reader should ask for before they are needed; more for what is far away. */
    default int readAhead() {
        return 2;
    }

    /** Tries whether blobs could be written now. Does not throw; answers within seconds. */
    BlobHealth health();

    /** Lets go of connections and threads. Nothing may be under way. */
    @Override
    default void close() {}
}
