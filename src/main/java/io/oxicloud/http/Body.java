package io.oxicloud.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** The bytes of an answer, written once as they come: however long it is, nothing of it is kept. */
@FunctionalInterface
public interface Body {
    /**
     * @throws IOException if {@code out} fails
     * @throws io.oxicloud.base.CloudException if the bytes cannot be read; whoever has written some must break the connection
     */
    void writeTo(OutputStream out) throws IOException;

    /** Gives up what it holds, whether it was written or not. */
    default void close() {}

    /** All that is left in a stream, which is closed after that. */
    static Body of(InputStream bytes) {
        return new Body() {
            @Override
            public void writeTo(OutputStream out) throws IOException {
                try (bytes) {
                    bytes.transferTo(out);
                }
            }

            @Override
            public void close() {
                try {
                    bytes.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
