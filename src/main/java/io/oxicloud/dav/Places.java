package io.oxicloud.dav;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds what a target means to its caller. */
final class Places {
    private final Drives drives;
    private final FileTree files;

    Places(Drives drives, FileTree files) {
        this.drives = drives;
        this.files = files;
    }

    /**
     * @throws CloudException NOT_FOUND, also for a file whose path ends in a slash
     */
    Node node(Actor actor, InDrive target) {
        Node node = files.resolve(actor, drive(actor, target), target.path());
        if (target.slash() && !node.folder()) {
            throw Access.absent();
        }
        return node;
    }

    /**
     * The folder that a target, which need not exist, lies in.
     *
     * @throws CloudException CONFLICT if there is none (RFC 4918 sections 9.3.1 and 9.7.1), or NOT_FOUND in the drive of others;
     *     NOT_ALLOWED_HERE for the root
     */
    Node parent(Actor actor, InDrive target) {
        List<String> path = target.path();
        if (path.isEmpty()) {
            throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "this is the root of a drive");
        }
        DriveId drive = drive(actor, target);
        Node parent;
        try {
            parent = files.resolve(actor, drive, path.subList(0, path.size() - 1));
        } catch (CloudException e) {
            throw e.code() == ErrorCode.NOT_FOUND && isMember(actor, drive) ? noParent(e) : e;
        }
        if (!parent.folder()) {
            throw noParent(null);
        }
        return parent;
    }

    /**
     * The folder that a file is to be written in. To whom the file was given by itself may write it, though not see what it
     * lies in.
     *
     * @throws CloudException as {@link #parent}
     */
    NodeId folderOf(Actor actor, InDrive target) {
        try {
            return parent(actor, target).id();
        } catch (CloudException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            NodeId folder = node(actor, target).parent();
            if (folder == null) {
                throw e;
            }
            return folder;
        }
    }

    /** Whether two paths end in one folder, as far as their spelling says it. */
    static boolean areNeighbours(InDrive one, InDrive other) {
        return Objects.equals(one.drive(), other.drive())
                && !one.path().isEmpty()
                && !other.path().isEmpty()
                && above(one).equals(above(other));
    }

    private static List<String> above(InDrive target) {
        return target.path().stream()
                .limit(Math.max(0, target.path().size() - 1))
                .map(NodeName::of)
                .toList();
    }

    static String name(InDrive target) {
        return target.path().get(target.path().size() - 1);
    }

    /** @throws CloudException NOT_ALLOWED_HERE for the collection of all drives, which is there to be listed */
    static InDrive inDrive(DavRequest request) {
        if (request.target() instanceof InDrive target) {
            return target;
        }
        throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "this is the list of drives");
    }

    private DriveId drive(Actor actor, InDrive target) {
        String selector = target.drive();
        if (selector != null) {
            return selected(actor, selector);
        }
        return drives.readable(actor).stream()
                .filter(drive -> drive.defaultFor() != null)
                .findFirst()
                .orElseThrow(Access::absent)
                .id();
    }

    /**
     * What was shared out of a drive is found below the drive's id, also by who is no member of the drive: whether he may see
     * it is asked at the node itself.
     */
    private DriveId selected(Actor actor, String selector) {
        try {
            return drives.select(actor, selector).id();
        } catch (CloudException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            return asId(selector, e);
        }
    }

    private boolean isMember(Actor actor, DriveId drive) {
        return drives.readable(actor).stream().anyMatch(view -> view.id().equals(drive));
    }

    private static DriveId asId(String selector, CloudException absent) {
        try {
            return DriveId.parse(selector);
        } catch (CloudException notAnId) {
            throw absent;
        }
    }

    private static CloudException noParent(@Nullable CloudException cause) {
        return new CloudException(ErrorCode.CONFLICT, "the folder to put it in does not exist", cause);
    }
}
