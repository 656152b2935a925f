package io.oxicloud.blob.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.oxicloud.blob.object.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Mono;

/**
 * The JDK's HTTP client as the SDK wants to see one, for calls that block. (The SDK's own adapter warns in the log of each
 * request that has a length, and logs failures that are thrown as well.)
 */
final class JdkTransport implements HttpClient, AutoCloseable {
    /** A duration: how long this request may take until its answer begins. */
    static final String ANSWER_WITHIN = "answer-within";

    private final Limits limits;
    private final StalledReads reads;
    private final ExecutorService threads;
    private final java.net.http.HttpClient client;

    JdkTransport(Limits limits) {
        this.limits = limits;
        reads = new StalledReads(limits.answer());
        var number = new AtomicInteger();
        threads = Executors.newCachedThreadPool(work -> {
            var thread = new Thread(work, "blob-azure-http-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        client = java.net.http.HttpClient.newBuilder()
                // with the other one, each request without TLS would ask for an upgrade
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .connectTimeout(limits.connect())
                .executor(threads)
                .build();
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.fromCallable(() -> sendSync(request, Context.NONE));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        try {
            java.net.http.HttpResponse<InputStream> answer =
                    client.send(translated(request, context), BodyHandlers.ofInputStream());
            return new JdkResponse(request, answer, reads.watch(answer.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new ClosedByInterruptException());
        }
    }

    private java.net.http.HttpRequest translated(HttpRequest request, Context context) {
        Duration within = (Duration) context.getData(ANSWER_WITHIN).orElse(limits.answer());
        var translated = java.net.http.HttpRequest.newBuilder(
                        URI.create(request.getUrl().toString()))
                .timeout(within)
                .method(request.getHttpMethod().toString(), body(request));
        for (HttpHeader header : request.getHeaders()) {
            // the JDK writes the length itself
            if (!header.getName().equalsIgnoreCase(HttpHeaderName.CONTENT_LENGTH.getCaseInsensitiveName())) {
                header.getValuesList().forEach(value -> translated.header(header.getName(), value));
            }
        }
        return translated.build();
    }

    private static BodyPublisher body(HttpRequest request) {
        String length = request.getHeaders().getValue(HttpHeaderName.CONTENT_LENGTH);
        if (length == null || length.equals("0") || request.getBody() == null) {
            return BodyPublishers.noBody();
        }
        return BodyPublishers.fromPublisher(
                JdkFlowAdapter.publisherToFlowPublisher(request.getBody()), Long.parseLong(length));
    }

    @Override
    public void close() {
        reads.close();
        threads.shutdown();
    }
}
