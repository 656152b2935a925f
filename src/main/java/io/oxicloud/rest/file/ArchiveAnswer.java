package io.oxicloud.rest.file;

import io.oxicloud.base.ByteRange;
import io.oxicloud.files.zip.Archive;
import io.oxicloud.http.Answer;
import io.oxicloud.http.Body;
import io.oxicloud.http.Conditions;
import io.oxicloud.http.Disposition;
import io.oxicloud.http.Representation;
import io.oxicloud.rest.Delivery;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * How an archive is answered with: one of a known length as any file, so that a download that broke off goes on where it did; any
 * other as it comes.
 */
final class ArchiveAnswer {
    static final String MEDIA_TYPE = "application/zip";

    /** @param archive closed by this or with the answer's body */
    static Response of(Archive archive, HttpServletRequest request, HttpHeaders headers) {
        boolean written = false;
        try {
            Answer answer = answer(archive, request.getMethod().equals(HttpMethod.HEAD), headers);
            written = answer.body() != null;
            return Delivery.of(answer);
        } finally {
            if (!written) {
                archive.close();
            }
        }
    }

    private static Answer answer(Archive archive, boolean head, HttpHeaders headers) {
        if (archive.length().isEmpty()) {
            return Answer.unsized(archive.name(), MEDIA_TYPE, head ? null : new Written(archive, null));
        }
        String tag = archive.tag();
        var what = new Representation(
                archive.name(), MEDIA_TYPE, archive.length().getAsLong(), '"' + tag + '"', null, tag);
        return Conditions.read(headers::getHeaderString).notModified(what.etag(), null)
                ? Answer.notModified(what)
                : Answer.of(
                        headers::getHeaderString, head, what, Disposition.SAVE, range -> new Written(archive, range));
    }

    /** @param range null for all of it */
    private record Written(Archive archive, @Nullable ByteRange range) implements Body {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            if (range == null) {
                archive.writeTo(out);
            } else {
                archive.writeTo(out, range);
            }
        }

        @Override
        public void close() {
            archive.close();
        }
    }

    private ArchiveAnswer() {}
}
