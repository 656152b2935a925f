package io.oxicloud.app.container;

import java.net.URI;
import java.nio.file.Path;

/**
 * The WAR in some server.
 *
 * @param base address of the application, with its slash at the end
 * @param data its data directory
 */
record Running(Child server, URI base, Path data) implements AutoCloseable {
    /** Waits until the product can be used. */
    Running ready() {
        var client = new CloudClient(base);
        server.await(base + " is ready", client::isReady);
        return this;
    }

    CloudClient client() {
        return new CloudClient(base);
    }

    @Override
    public void close() {
        server.close();
    }
}
