package io.oxicloud.http;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The bytes of a request. What breaks while they are read is the client's end of the connection, and no fault of ours. */
public final class RequestBody extends FilterInputStream {
    public RequestBody(InputStream body) {
        super(body);
    }

    /**
     * How many bytes the request announces, or -1.
     *
     * @param contentLength the header
     */
    public static long length(@Nullable String contentLength) {
        return contentLength != null && contentLength.matches("\\d{1,18}") ? Long.parseLong(contentLength) : -1;
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException e) {
            throw brokeOff(e);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            return super.read(target, offset, length);
        } catch (IOException e) {
            throw brokeOff(e);
        }
    }

    private static CloudException brokeOff(IOException cause) {
        return new CloudException(ErrorCode.INVALID_INPUT, "the request body broke off", cause);
    }
}
