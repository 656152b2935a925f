package io.oxicloud.files.upload;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.drive.DriveView;
import io.oxicloud.drive.Drives;
import io.oxicloud.files.Declared;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.WriteIntent;
import io.oxicloud.files.Written;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Door for files that come in one piece. The bytes are taken as they come, and nothing is kept of them but on stable storage.
 * Refusals are those of {@link FileTree#write}. Thread-safe.
 */
public final class Uploads {
    private final FileTree files;
    private final Drives drives;

    public Uploads(FileTree files, Drives drives) {
        this.files = files;
        this.drives = drives;
    }

    /**
     * Makes a file. Takes CREATE on the folder.
     *
     * @param folder null for the root folder of the actor's own drive
     * @throws CloudException also NAME_TAKEN if something has the name; INVALID_INPUT without a folder from who has no drive
     */
    public Written create(Actor actor, @Nullable NodeId folder, String name, Declared said, InputStream bytes)
            throws IOException {
        NodeId parent = folder == null ? home(actor) : folder;
        WriteIntent intent = fresh(() -> files.prepareWrite(actor, parent, name, Precondition.NONE.absent()));
        try {
            return files.write(actor, intent.with(said), bytes, -1);
        } catch (CloudException e) {
            throw taken(e);
        }
    }

    /**
     * Makes a file or gives it new content. Takes CREATE on the folder or UPDATE on the file.
     *
     * @param length how many bytes there have to be, or -1 if that is not known
     */
    public Written put(
            Actor actor,
            NodeId folder,
            String name,
            Declared said,
            Precondition precondition,
            InputStream bytes,
            long length)
            throws IOException {
        WriteIntent intent = files.prepareWrite(actor, folder, name, precondition, length);
        return files.write(actor, intent.with(said), bytes, length);
    }

    /** Gives a file new content. Takes UPDATE on it. Otherwise as {@link #put}. */
    public Written replace(
            Actor actor, NodeId file, Declared said, Precondition precondition, InputStream bytes, long length)
            throws IOException {
        WriteIntent intent = files.prepareReplace(actor, file, precondition, length);
        return files.write(actor, intent.with(said), bytes, length);
    }

    /** The root folder of the actor's own drive: where a file goes of which nobody says where. */
    public NodeId home(Actor actor) {
        return drives.readable(actor).stream()
                .filter(drive -> actor.user().id().equals(drive.defaultFor()))
                .map(DriveView::id)
                .map(drive -> new NodeId(drive.value()))
                .findFirst()
                .orElseThrow(() -> new CloudException(
                        ErrorCode.INVALID_INPUT, "folder_id must be given, as you have no drive of your own"));
    }

    /** For a file that must not be there yet: whoever makes one asks no condition that could fail. */
    static <T> T fresh(Supplier<T> work) {
        try {
            return work.get();
        } catch (CloudException e) {
            throw taken(e);
        }
    }

    private static CloudException taken(CloudException failure) {
        return failure.code() == ErrorCode.STALE_ETAG
                ? new CloudException(ErrorCode.NAME_TAKEN, "there is something with this name already", failure)
                : failure;
    }
}
