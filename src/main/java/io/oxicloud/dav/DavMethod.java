package io.oxicloud.dav;

import io.milton.http.Handler;
import io.milton.http.HttpManager;
import io.milton.http.Request;
import io.milton.http.Response;
import io.milton.resource.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One or more methods of the protocol; found by Milton's dispatcher, fed with our own types. Thread-safe. */
interface DavMethod extends Handler {
    /**
     * Answers, or throws.
     *
     * @throws IOException if the client is gone
     */
    void answer(DavRequest request, DavResponse response) throws IOException;

    @Override
    default void process(HttpManager manager, Request request, Response response) {
        try {
            answer((DavRequest) request, (DavResponse) response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Milton's resources are not used. */
    @Override
    default boolean isCompatible(Resource resource) {
        return false;
    }
}
