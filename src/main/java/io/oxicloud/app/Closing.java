package io.oxicloud.app;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been opened so far, closed in the reverse order. A failure to close one thing is logged and does not keep the
 * others open. For one thread.
 */
final class Closing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable resource = opened.pop();
            try {
                resource.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                LOG.warn("stop.interrupted what={}", resource.getClass().getName());
            } catch (Exception e) {
                LOG.warn("stop.failed what={}", resource.getClass().getName(), e);
            }
        }
    }
}
