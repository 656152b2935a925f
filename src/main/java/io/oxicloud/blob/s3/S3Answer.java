package io.oxicloud.blob.s3;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.object.ObjectBody;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** An object whose first bytes are there. */
final class S3Answer {
    private static final Logger log = LoggerFactory.getLogger(S3Answer.class);

    /** The connection's own stream: the SDK's would end by itself if nobody began to read for a minute. */
    static final ResponseTransformer<GetObjectResponse, S3Answer> AS_IT_COMES = new ResponseTransformer<>() {
        @Override
        public S3Answer transform(GetObjectResponse head, AbortableInputStream body) {
            return new S3Answer(head, body);
        }

        @Override
        public boolean needsConnectionLeftOpen() {
            return true;
        }
    };

    private final GetObjectResponse head;
    private final AbortableInputStream body;

    private S3Answer(GetObjectResponse head, AbortableInputStream body) {
        this.head = head;
        this.body = body;
    }

    /**
     * @param what for messages
     * @param range what was asked for; null for the whole object
     */
    InputStream body(String what, @Nullable ByteRange range) throws IOException {
        try {
            return new ObjectBody(body, length(what, range), what, this::giveUp);
        } catch (IOException e) {
            giveUp();
            throw e;
        }
    }

    /**
     * The JDK's stream ends the connection if much is left to come; of little, it takes the rest on a thread of its own. The
     * SDK's word for giving up does nothing over this client.
     */
    private void giveUp() {
        try {
            body.close();
        } catch (IOException e) {
            log.debug("blob.give-up cause={}", e.toString());
        }
    }

    private long length(String what, @Nullable ByteRange range) throws IOException {
        Long length = head.contentLength();
        if (length == null) {
            throw new IOException(what + ": an answer of unknown length");
        }
        if (range != null && (head.contentRange() == null || length > range.length())) {
            throw new IOException(what + ": the range was not heeded");
        }
        if (range != null && length < range.length()) {
            throw new EOFException(what + " ends before " + range.end());
        }
        return length;
    }
}
