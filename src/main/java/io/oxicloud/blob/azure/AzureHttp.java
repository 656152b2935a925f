package io.oxicloud.blob.azure;

import com.azure.core.credential.AzureSasCredential;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.policy.AddDatePolicy;
import com.azure.core.http.policy.AzureSasCredentialPolicy;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.StorageSharedKeyCredentialPolicy;
import io.oxicloud.blob.object.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Objects;

/**
 * Signs requests and sends them, each once.
 *
 * <p>The SDK's pipeline is put together here from what signs and sends, without what repeats, and is called directly for single
 * blobs: the SDK's clients bring downloads and uploads through reactive streams and block on them, which costs a thread and a
 * copy, and they have no plain stream of a whole answer.
 */
final class AzureHttp implements AutoCloseable {
    private static final HttpHeaderName VERSION = HttpHeaderName.fromString("x-ms-version");

    private final JdkTransport transport;
    private final HttpPipeline pipeline;

    AzureHttp(AzureSettings settings, Limits limits) {
        transport = new JdkTransport(limits);
        pipeline = new HttpPipelineBuilder()
                .httpClient(transport)
                .policies(new AddDatePolicy(), signature(settings))
                .build();
    }

    /** For the SDK's own clients. */
    HttpPipeline pipeline() {
        return pipeline;
    }

    static HttpRequest request(HttpMethod method, String url) {
        var request = new HttpRequest(method, url);
        request.setHeader(VERSION, BlobServiceVersion.getLatest().getVersion());
        // without one, "null" would be signed
        request.setHeader(HttpHeaderName.CONTENT_LENGTH, "0");
        return request;
    }

    static HttpRequest withBody(HttpRequest request, ByteBuffer bytes) {
        return request.setBody(BinaryData.fromByteBuffer(bytes))
                .setHeader(HttpHeaderName.CONTENT_LENGTH, String.valueOf(bytes.remaining()));
    }

    /**
     * Sends and waits for the beginning of the answer.
     *
     * @param what for messages
     * @param within from here to there
     */
    AzureAnswer send(HttpRequest request, String what, Duration within) throws IOException {
        try {
            return new AzureAnswer(pipeline.sendSync(request, new Context(JdkTransport.ANSWER_WITHIN, within)), what);
        } catch (RuntimeException e) {
            throw broken(what, e);
        }
    }

    /** The SDK throws nothing checked, and may wrap what it throws. */
    static IOException broken(String what, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClosedByInterruptException interrupted) {
                return interrupted;
            }
            if (cause instanceof IOException) {
                return new IOException(what + ": " + cause, cause);
            }
        }
        // without the cause: what the SDK says may repeat the address, and with it a signature
        return new IOException(what + ": " + failure.getClass().getSimpleName());
    }

    @Override
    public void close() {
        transport.close();
    }

    private static HttpPipelinePolicy signature(AzureSettings settings) {
        if (settings.sas() != null) {
            return new AzureSasCredentialPolicy(
                    new AzureSasCredential(settings.sas().reveal()), false);
        }
        return new StorageSharedKeyCredentialPolicy(new StorageSharedKeyCredential(
                settings.account(), Objects.requireNonNull(settings.key()).reveal()));
    }
}
