package io.oxicloud.files.session;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ContentType;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What somebody means to upload in pieces.
 *
 * @param folder where the file is to lie
 * @param mediaType as a Content-Type; null if its name is to decide, as it does for what is no such type
 * @param totalBytes of the file
 * @param pieceBytes of each piece but the last
 */
public record NewSession(
        NodeId folder, String name, @Nullable String mediaType, long totalBytes, long pieceBytes) {
    /** What is usual. */
    public static final long USUAL_PIECE = 5L << 20;

    /** Less would make more rows than sense. */
    public static final long SHORTEST_PIECE = 1L << 20;

    public NewSession {
        if (mediaType != null
                && (mediaType.length() > ContentType.LONGEST
                        || mediaType.chars().anyMatch(Character::isISOControl))) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    "content_type: must be a media type of at most " + ContentType.LONGEST + " characters");
        }
        ContentType said = ContentType.parse(mediaType);
        mediaType = said == null ? null : said.toString();
        if (totalBytes < 1) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "total_size: must be at least 1");
        }
        if (pieceBytes < SHORTEST_PIECE) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "chunk_size: must be at least " + SHORTEST_PIECE);
        }
    }
}
