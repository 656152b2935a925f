package io.oxicloud.blob.object;

import io.oxicloud.base.ByteRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One bucket or container of a service that keeps objects under keys. Each method but {@link #size} and {@link #close} is one
 * request, which is not repeated here. Failures are those of {@link io.oxicloud.blob.BlobBackend}; that the bucket itself is
 * not there is none of a missing object. An object that was put is durable and seen, as a whole. Thread-safe.
 */
public interface ObjectStore extends AutoCloseable {
    /** Which service it is, in one word. */
    String service();

    /**
     * Puts an object where there is none.
     *
     * @param bytes from position to limit, which may both be moved
     * @return false if there is one already, or the service cannot put on that condition; then nothing was changed
     */
    boolean create(String key, ByteBuffer bytes) throws IOException;

    /** Puts an object, also in the place of another one. */
    void replace(String key, ByteBuffer bytes) throws IOException;

    /**
     * The bytes of an object as they come, {@link ObjectBody}; returns when the answer has begun.
     *
     * @param range the whole object if null
     * @throws java.io.EOFException if the object ends before the range
     */
    InputStream open(String key, @Nullable ByteRange range) throws IOException;

    OptionalLong size(String key) throws IOException;

    /** That it is not there is no failure. */
    void delete(String key) throws IOException;

    /**
     * Some of the objects whose keys begin with {@code prefix}.
     *
     * @param next from the page before; null for the first one
     */
    ObjectPage list(String prefix, @Nullable String next) throws IOException;

    /** Fails with what is wrong, within seconds, if the service cannot be reached or keeps the bucket from us. */
    void check() throws IOException;

    @Override
    void close();
}
