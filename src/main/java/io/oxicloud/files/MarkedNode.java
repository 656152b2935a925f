package io.oxicloud.files;

import java.time.Instant;

/**
 * A node in a list of a user's own.
 *
 * @param at when it came to the list, or was last opened
 */
public record MarkedNode(Node node, Instant at) {}
