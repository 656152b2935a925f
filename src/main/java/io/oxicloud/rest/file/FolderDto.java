package io.oxicloud.rest.file;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.files.Node;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A folder as the API shows it.
 *
 * @param path from the drive's name down, as far as the caller may read
 * @param parentId absent for the root folder of a drive
 * @param createdAt seconds since 1970, as all times here
 * @param etag with its quotation marks
 */
public record FolderDto(
        UUID id,
        String name,
        String path,
        @Nullable UUID parentId,
        UUID driveId,
        long createdAt,
        long modifiedAt,
        boolean isRoot,
        String iconClass,
        String iconSpecialClass,
        String category,
        String etag,
        @Nullable UUID createdBy,
        @Nullable UUID updatedBy,
        boolean isFavorite,
        boolean isShared)
        implements NodeDto {
    /**
     * @param favorite the caller has marked it
     * @param shared somebody was given a role on it
     */
    public static FolderDto of(Node folder, String path, boolean favorite, boolean shared) {
        NodeId parent = folder.parent();
        return new FolderDto(
                folder.id().value(),
                folder.name(),
                path,
                parent == null ? null : parent.value(),
                folder.drive().value(),
                folder.created().getEpochSecond(),
                folder.modified().getEpochSecond(),
                parent == null,
                "fas fa-folder",
                "folder-icon",
                "Folder",
                folder.etag(),
                value(folder.createdBy()),
                value(folder.modifiedBy()),
                favorite,
                shared);
    }

    private static @Nullable UUID value(@Nullable UserId id) {
        return id == null ? null : id.value();
    }
}
