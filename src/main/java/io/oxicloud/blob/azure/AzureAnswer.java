package io.oxicloud.blob.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import io.oxicloud.blob.object.ObjectFailures;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** An answer that has begun. */
final class AzureAnswer implements AutoCloseable {
    private static final HttpHeaderName ERROR_CODE = HttpHeaderName.fromString("x-ms-error-code");
    private static final int FIRST_REFUSAL = 300;

    /** More than an error's description ever has. */
    private static final int LITTLE = 16 << 10;

    private final HttpResponse response;
    private final InputStream body;
    private final String what;

    /** @param what was asked for, for messages */
    AzureAnswer(HttpResponse response, String what) {
        this.response = response;
        this.body = response.getBodyAsInputStreamSync();
        this.what = what;
    }

    int status() {
        return response.getStatusCode();
    }

    boolean isRefusal() {
        return status() >= FIRST_REFUSAL;
    }

    boolean says(int status, String code) {
        return status() == status && code.equals(code());
    }

    IOException refused() {
        return ObjectFailures.refused(what, status(), code());
    }

    private @Nullable String code() {
        return response.getHeaderValue(ERROR_CODE);
    }

    /** Of the body, or of the blob that was asked about. */
    long length() throws IOException {
        String length = response.getHeaderValue(HttpHeaderName.CONTENT_LENGTH);
        if (length == null) {
            throw new IOException(what + ": an answer of unknown length");
        }
        return Long.parseLong(length);
    }

    /** Closed before its end, it gives the connection up. */
    InputStream body() {
        return body;
    }

    String what() {
        return what;
    }

    /** Takes what is left if that is little, so that the connection is free for the next request. */
    @Override
    public void close() throws IOException {
        try (body) {
            body.readNBytes(LITTLE);
        }
    }
}
