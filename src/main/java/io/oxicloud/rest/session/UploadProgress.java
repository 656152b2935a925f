package io.oxicloud.rest.session;

import io.oxicloud.files.session.UploadSession;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.util.Locale;

/** The headers that say how far an upload has come. */
final class UploadProgress {
    private UploadProgress() {}

    static ResponseBuilder on(ResponseBuilder answer, UploadSession session) {
        answer.header("Upload-Offset", session.receivedBytes())
                .header("Upload-Progress", String.format(Locale.ROOT, "%.2f", 100 * session.progress()));
        return session.whole() ? answer.header("Upload-Complete", "true") : answer;
    }

    static ResponseBuilder inFull(ResponseBuilder answer, UploadSession session) {
        return on(answer, session)
                .header("Upload-Length", session.pieces().total())
                .header("Upload-Chunks-Total", session.pieces().count())
                .header("Upload-Chunks-Complete", session.receivedPieces());
    }
}
