package io.oxicloud.app.launch;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Reads what the application has left of a request's body after the answer, so that the client sees that and not a reset;
 * but so many bytes and for so long only, then the connection is closed. No thread waits meanwhile: somebody who sends
 * slowly, or nothing at all, costs no more than an idle connection.
 */
final class LeftoverValve extends ValveBase {
    private final long maxBytes;
    private final Duration maxTime;

    LeftoverValve(long maxBytes, Duration maxTime) {
        super(true);
        this.maxBytes = maxBytes;
        this.maxTime = maxTime;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        // A stream of HTTP/2 is reset by itself, without a thread that waits.
        if (request.isAsync() || request.isFinished() || isBroken(request) || isHttp2(request)) {
            return;
        }
        response.finishResponse();
        if (isBroken(request)) {
            return;
        }
        boolean unsent = request.getCoyoteRequest().hasExpectation()
                && request.getCoyoteRequest().getBytesRead() == 0;
        if (unsent || request.getContext() == null) {
            closeAfterwards(request);
            return;
        }
        request.setAsyncSupported(true); // the servlet's own answer to that is over
        new Drain(request, request.startAsync()).begin();
    }

    private static boolean isHttp2(Request request) {
        return "HTTP/2.0".equals(request.getProtocol());
    }

    private static boolean isBroken(Request request) {
        var broken = new AtomicBoolean();
        request.getCoyoteRequest().action(ActionCode.IS_ERROR, broken);
        return broken.get();
    }

    private static void closeAfterwards(Request request) {
        request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }

    /**
     * Takes the bytes as they come, below the stream of the application: that is closed with the answer. The container never
     * calls it from two threads at once.
     */
    private final class Drain implements ReadListener, AsyncListener, ApplicationBufferHandler {
        private final Request request;
        private final AsyncContext rest;
        private ByteBuffer lent = ByteBuffer.allocate(0);
        private long taken;

        Drain(Request request, AsyncContext rest) {
            this.request = request;
            this.rest = rest;
        }

        void begin() {
            rest.setTimeout(maxTime.toMillis());
            rest.addListener(this);
            ((ServletInputStream) request.getStream()).setReadListener(this); // not as the application calls it
        }

        @Override
        public void onDataAvailable() throws IOException {
            while (!request.isFinished() && request.getCoyoteRequest().isReady()) {
                taken += Math.max(0, request.getCoyoteRequest().doRead(this));
                if (taken > maxBytes) {
                    giveUp();
                    return;
                }
            }
        }

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            lent = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return lent;
        }

        @Override
        public void expand(int size) {
            // the connector lends its own buffer
        }

        @Override
        public void onAllDataRead() {
            rest.complete();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            giveUp();
        }

        @Override
        public void onError(Throwable failure) {
            giveUp();
        }

        private void giveUp() {
            closeAfterwards(request);
            rest.complete();
        }

        @Override
        public void onError(AsyncEvent event) {
            // told to the read listener
        }

        @Override
        public void onComplete(AsyncEvent event) {
            // nothing to let go
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // happens once
        }
    }
}
