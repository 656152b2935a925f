package io.oxicloud.dav;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A request body. What breaks while it is read is the client's end of the connection, and no fault of ours. */
final class BodyStream extends FilterInputStream {
    BodyStream(InputStream body) {
        super(body);
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
