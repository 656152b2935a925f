package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a request. What breaks while they are read is the client's end of the connection, and no fault of ours. */
public final class RequestBytes extends FilterInputStream {
    public RequestBytes(InputStream body) {
        super(body);
    }

    /** How many bytes the request announces, or -1. Jersey's own answer ends at 2 GiB. */
    public static long length(HttpHeaders headers) {
        String length = headers.getHeaderString(HttpHeaders.CONTENT_LENGTH);
        return length != null && length.matches("\\d{1,18}") ? Long.parseLong(length) : -1;
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
