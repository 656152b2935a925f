package io.oxicloud.blob.object;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test opened, to be closed together. */
public final class Opened {
    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    public <T extends AutoCloseable> T keep(T one) {
        all.push(one);
        return one;
    }

    /** The last one first. */
    public void close() throws Exception {
        while (!all.isEmpty()) {
            all.pop().close();
        }
    }
}
