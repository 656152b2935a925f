package io.oxicloud.files;

import io.oxicloud.base.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who changed something, and when.
 *
 * @param by null for the product itself
 * @param at in whole microseconds, as both databases keep it
 */
record Stamp(@Nullable UserId by, Instant at) {}
