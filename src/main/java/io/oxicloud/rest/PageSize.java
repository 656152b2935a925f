package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;

/** How many items of a list one answer holds: the {@code limit} parameter, 50 if absent, brought into 1 to 200. */
public record PageSize(int value) {
    public static final String DEFAULT = "50";
    private static final int MAX = 200;

    public PageSize {
        value = Math.max(1, Math.min(MAX, value));
    }

    public static PageSize parse(String text) {
        try {
            return new PageSize(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "must be a whole number", e);
        }
    }
}
