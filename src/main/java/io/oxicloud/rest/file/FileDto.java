package io.oxicloud.rest.file;

import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.files.Node;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file as the API shows it.
 *
 * @param path from the drive's name down, as far as the caller may read
 * @param createdAt seconds since 1970, as all times here
 * @param sortDate when a picture was taken, where that is known
 * @param contentHash BLAKE3 of its bytes
 * @param etag with its quotation marks
 */
public record FileDto(
        UUID id,
        String name,
        String path,
        long size,
        String mimeType,
        @Nullable UUID folderId,
        UUID driveId,
        long createdAt,
        long modifiedAt,
        String iconClass,
        String iconSpecialClass,
        String category,
        String sizeFormatted,
        @Nullable Long sortDate,
        String contentHash,
        String etag,
        @Nullable UUID createdBy,
        @Nullable UUID updatedBy,
        boolean isFavorite,
        boolean isShared)
        implements NodeDto {
    private static final String UNKNOWN_TYPE = "application/octet-stream";
    private static final String[] UNITS = {"KB", "MB", "GB", "TB", "PB", "EB"};
    private static final int UNIT = 1_024;

    /**
     * @param file not a folder
     * @param path as {@link io.oxicloud.files.FileTree#paths} gives it
     * @param favorite the caller has marked it
     * @param shared somebody was given a role on it
     */
    public static FileDto of(Node file, String path, boolean favorite, boolean shared) {
        Hash content = Objects.requireNonNull(file.content(), "a folder is no file");
        NodeId folder = file.parent();
        FileLook look = FileLook.of(file.mediaType());
        return new FileDto(
                file.id().value(),
                file.name(),
                path,
                file.size(),
                file.mediaType() == null ? UNKNOWN_TYPE : file.mediaType(),
                folder == null ? null : folder.value(),
                file.drive().value(),
                file.created().getEpochSecond(),
                file.modified().getEpochSecond(),
                look.iconClass(),
                look.iconSpecialClass(),
                look.category(),
                sizeFormatted(file.size()),
                null,
                content.hex(),
                file.etag(),
                value(file.createdBy()),
                value(file.modifiedBy()),
                favorite,
                shared);
    }

    /** For people: {@code 1.5 MB}, by units of 1,024. */
    static String sizeFormatted(long bytes) {
        if (bytes < UNIT) {
            return bytes + " Bytes";
        }
        double size = bytes;
        int unit = -1;
        while (size >= UNIT && unit < UNITS.length - 1) {
            size /= UNIT;
            unit++;
        }
        String number = String.format(Locale.ROOT, "%.2f", size);
        return number.replaceAll("\\.?0+$", "") + " " + UNITS[unit];
    }

    private static @Nullable UUID value(@Nullable UserId id) {
        return id == null ? null : id.value();
    }
}
