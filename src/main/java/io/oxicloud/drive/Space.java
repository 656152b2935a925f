package io.oxicloud.drive;

import org.jspecify.annotations.Nullable;

/**
 * How full a drive is, in bytes.
 *
 * @param available how much more fits; null without a limit
 */
public record Space(long used, @Nullable Long available) {}
