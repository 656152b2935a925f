package io.oxicloud.files;

/**
 * A copied tree.
 *
 * @param node its top
 * @param replaced whether something lay there, which is in the trash now
 * @param folders how many there are in the copy, with the top
 * @param files likewise
 */
public record Copied(Node node, boolean replaced, long folders, long files) {}
