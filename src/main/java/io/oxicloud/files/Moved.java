package io.oxicloud.files;

/**
 * A node in its new place.
 *
 * @param replaced whether something lay there, which is in the trash now
 */
public record Moved(Node node, boolean replaced) {}
