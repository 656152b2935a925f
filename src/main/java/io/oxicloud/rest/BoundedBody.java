package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A JSON body that is parsed as it comes, up to its limit. */
final class BoundedBody extends FilterInputStream {
    private final int most;
    private long count;

    BoundedBody(InputStream in, int most) {
        super(in);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int read;
        try {
            read = super.read(target, offset, length);
        } catch (IOException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the body ended before its announced length", e);
        }
        count += Math.max(0, read);
        if (count > most) {
            throw new CloudException(ErrorCode.TOO_LARGE, "this JSON body may have at most " + most + " bytes");
        }
        return read;
    }
}
