package io.oxicloud.dav.property;

import io.oxicloud.drive.Space;
import io.oxicloud.files.DeadProperty;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.Node;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thing whose properties are asked for, with what was loaded of it.
 *
 * @param node null for the list of drives, which is no folder
 * @param name to show
 * @param syncTokens of a folder one, if it was asked for
 * @param failed what could not be loaded; properties that need it have a status of their own
 */
record Subject(
        @Nullable Node node,
        String name,
        List<FileLock> locks,
        List<DeadProperty> deadProperties,
        @Nullable Space space,
        List<String> syncTokens,
        Set<Facet> failed) {
    static Subject ofDriveList(String name, @Nullable Space space) {
        return new Subject(null, name, List.of(), List.of(), space, List.of(), Set.of());
    }

    boolean collection() {
        return node == null || node.folder();
    }
}
