package io.oxicloud.drive;

import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import org.jspecify.annotations.Nullable;

/**
 * Plug-point: whoever keeps something per drive hears here that one comes, changes its name or goes.
 *
 * <p>Called inside the transaction of the change, on the caller's thread, with the drive's row locked. An exception stops
 * the change. No slow work; what must happen outside goes to {@code afterCommit} or into the work queue.
 */
public interface DriveLifecycle {
    /** The drive is new and empty; its row is there. Make its root folder, which bears its id and name. */
    void created(Tx.Scope scope, DriveRow drive, @Nullable UserId by);

    /** The drive bears a new name, and so does its root folder. */
    void renamed(Tx.Scope scope, DriveRow drive, @Nullable UserId by);

    /**
     * The drive is about to go. Drop its root folder.
     *
     * @throws io.oxicloud.base.CloudException CONFLICT if something lies in it
     */
    void deleted(Tx.Scope scope, DriveRow drive);

    /**
     * The drive is about to go with its owner's account, whatever lies in it; all grants on it are gone, so nobody sees it
     * any more. What is too much to drop at once is left for later, without the drive's row.
     */
    void abandoned(Tx.Scope scope, DriveRow drive);
}
