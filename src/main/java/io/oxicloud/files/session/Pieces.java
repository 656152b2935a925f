package io.oxicloud.files.session;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/**
 * How an upload is cut: all pieces have one length, but for the last, which has what is left.
 *
 * @param total bytes of the file
 * @param length bytes of a piece
 */
public record Pieces(long total, long length) {
    /** How many there are. */
    public int count() {
        return Math.toIntExact((total + length - 1) / length);
    }

    /**
     * How many bytes a piece has.
     *
     * @param number from 0
     * @throws CloudException INVALID_INPUT if there is no such piece
     */
    public long lengthOf(int number) {
        if (number < 0 || number >= count()) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "there is no piece " + number + ": they are 0 to " + (count() - 1));
        }
        return Math.min(length, total - number * length);
    }
}
