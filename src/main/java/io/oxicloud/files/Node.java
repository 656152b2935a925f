package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A file or folder as a caller who may read it sees it, at the moment of the look-up.
 *
 * @param lineage where it hangs; the name of the id is in there
 * @param name in NFC; that of a root folder is the drive's
 * @param content of a file: the address of its bytes; null for a folder
 * @param size in bytes; 0 for a folder
 * @param mediaType as its writer or else its name says; null for a folder
 * @param changes of a folder: rises with each change among its children, and soon after each change further down; 0 for a
 *     file
 * @param createdBy null when the account is gone or the product itself did it
 */
public record Node(
        Lineage lineage,
        String name,
        @Nullable Hash content,
        long size,
        @Nullable String mediaType,
        long changes,
        Instant created,
        Instant modified,
        @Nullable UserId createdBy,
        @Nullable UserId modifiedBy) {
    public NodeId id() {
        return lineage.self();
    }

    public DriveId drive() {
        return lineage.drive();
    }

    /** The folder above, or null for the root folder of a drive. */
    public @Nullable NodeId parent() {
        int above = lineage.ancestors().size();
        return above == 0 ? null : lineage.ancestors().get(above - 1);
    }

    public boolean folder() {
        return content == null;
    }

    /**
     * The entity tag with its quotation marks. Strong for a file: it names the content. That of a folder changes at
     * once with its children, and within half a second with all that lies deeper.
     */
    public String etag() {
        return '"' + HexFormat.of().toHexDigits(tagHead()) + '-' + tagTail() + '"';
    }

    /** What the {@link #etag} begins with, in 16 hexadecimal digits. For who writes many. */
    public long tagHead() {
        Hash bytes = content;
        return bytes == null ? id().value().getMostSignificantBits() : bytes.head();
    }

    /** What the {@link #etag} ends with, after a dash. */
    public long tagTail() {
        return folder() ? changes : modified.getEpochSecond();
    }
}
