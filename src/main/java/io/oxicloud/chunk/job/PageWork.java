package io.oxicloud.chunk.job;

import io.oxicloud.chunk.HeldChunks;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** What a {@link ChunkPass} does with some blobs at a time. */
interface PageWork {
    /**
     * Done again after a crash, so it must find out what is done already. What it changed is durable when it returns.
     *
     * @param threads as many as the administrator allows
     * @throws IOException if a backend does not answer: the page is done again later
     */
    Done page(HeldChunks held, ExecutorService threads) throws IOException, InterruptedException;

    /**
     * @param blobs how many were changed
     * @param bytes of content in them
     */
    record Done(long blobs, long bytes, List<JobProblem> problems) {}
}
