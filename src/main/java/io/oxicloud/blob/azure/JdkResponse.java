package io.oxicloud.blob.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An answer of the JDK's client. Its body is a stream for us, and read once and kept for the SDK. */
final class JdkResponse extends HttpResponse {
    private final int status;
    private final HttpHeaders headers = new HttpHeaders();
    private final InputStream stream;
    private byte @Nullable [] bytes;

    JdkResponse(HttpRequest request, java.net.http.HttpResponse<InputStream> answer, InputStream stream) {
        super(request);
        this.status = answer.statusCode();
        this.stream = stream;
        answer.headers().map().forEach((name, values) -> headers.set(HttpHeaderName.fromString(name), values));
    }

    @Override
    public int getStatusCode() {
        return status;
    }

    @Override
    @Deprecated
    public @Nullable String getHeaderValue(String name) {
        return headers.getValue(HttpHeaderName.fromString(name));
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }

    /** The body as it comes. */
    @Override
    public InputStream getBodyAsInputStreamSync() {
        return stream;
    }

    @Override
    public BinaryData getBodyAsBinaryData() {
        return BinaryData.fromBytes(bytes());
    }

    @Override
    public Flux<ByteBuffer> getBody() {
        return getBodyAsByteArray().map(ByteBuffer::wrap).flux();
    }

    @Override
    public Mono<byte[]> getBodyAsByteArray() {
        return Mono.fromCallable(this::bytes);
    }

    @Override
    public Mono<String> getBodyAsString() {
        return getBodyAsString(StandardCharsets.UTF_8);
    }

    @Override
    public Mono<String> getBodyAsString(Charset charset) {
        return getBodyAsByteArray().map(body -> new String(body, charset));
    }

    private byte[] bytes() {
        if (bytes == null) {
            try (stream) {
                bytes = stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
