package io.oxicloud.files;

import org.jspecify.annotations.Nullable;

/**
 * What became of one name in a folder.
 *
 * @param node what bears it now, or null if nothing does any more
 */
public record SyncChange(String name, @Nullable Node node) {}
