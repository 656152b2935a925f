package io.oxicloud.files;

/**
 * A file whose content came in.
 *
 * @param created false if it was there before and has new content now
 */
public record Written(Node node, boolean created) {}
