package io.oxicloud.access;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import java.util.UUID;

/**
 * What a grant is on. It counts there and for everything below.
 *
 * <p>A drive and its root folder share one id and are one resource, of kind DRIVE: a grant on the root is membership of the
 * drive. {@link #of} keeps that.
 */
public record Resource(Kind kind, UUID id) {
    /** Stored by name. */
    public enum Kind {
        DRIVE,
        FOLDER,
        FILE
    }

    public static Resource of(DriveId drive) {
        return new Resource(Kind.DRIVE, drive.value());
    }

    /** The node at the end of the lineage, or its drive if that is what the node is the root of. */
    public static Resource of(Lineage node, boolean folder) {
        if (node.self().value().equals(node.drive().value())) {
            return of(node.drive());
        }
        return new Resource(folder ? Kind.FOLDER : Kind.FILE, node.self().value());
    }
}
