package io.oxicloud.files.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import java.util.Collection;

/**
 * Ledger: how many bytes each account holds that are no files yet, be they loose chunks or announced by an open upload. Joins
 * the transaction in which they come, and the one in which they become a file or are given up. Thread-safe.
 *
 * <p>Locks the account's row until the transaction ends: after leases, manifests and chunks, before drives.
 */
public final class HeldBytes {
    private static final String ADD =
            "update held_bytes set bytes = bytes + ? where account_id = ? and bytes <= cast(? as bigint) - cast(? as bigint)";

    private static final String MAKE = "insert into held_bytes(account_id, bytes) values (?, 0) on conflict do nothing";

    private static final String TAKE = "update held_bytes set bytes = bytes - ? where account_id = ? and bytes >= ?";

    private final DriveLedger drives;
    private final long most;

    /** @param most bytes that one account may hold, whatever its quota */
    public HeldBytes(DriveLedger drives, long most) {
        if (most < 1) {
            throw new IllegalArgumentException("MAX_HELD_BYTES must be at least 1, was " + most);
        }
        this.drives = drives;
        this.most = most;
    }

    /**
     * The account holds so many bytes more, and has not said of what drive they are to be.
     *
     * @param bytes 0 or more
     * @param writable the drives that it may write into
     * @throws CloudException OVER_QUOTA if that is more than one account may hold, or than fits into these drives together
     */
    public void charge(Tx.Scope scope, UserId account, long bytes, Collection<DriveId> writable) {
        if (bytes == 0) {
            return;
        }
        hold(scope, account, bytes, Math.min(most, drives.room(scope, writable)));
    }

    /**
     * As {@link #charge}, for bytes of a file whose drive is known, and its room asked: that may be somebody else's, and then it does
     * not matter how full the account's own is.
     *
     * @throws CloudException OVER_QUOTA if that is more than one account may hold
     */
    public void announce(Tx.Scope scope, UserId account, long bytes) {
        hold(scope, account, bytes, most);
    }

    private static void hold(Tx.Scope scope, UserId account, long bytes, long room) {
        if (bytes <= room) {
            boolean held = add(scope, account, bytes, room);
            if (!held) {
                // the row may be missing; not one upsert: on H2 that loses the race between two inserts
                scope.change(MAKE, account.value());
                held = add(scope, account, bytes, room);
            }
            if (held) {
                return;
            }
        }
        throw new CloudException(
                ErrorCode.OVER_QUOTA,
                "what you have sent and not made a file of may have at most " + room + " bytes, with " + bytes
                        + " more it has too many");
    }

    /**
     * The account holds so many bytes fewer, for they became a file or were given up.
     *
     * @throws IllegalStateException if it held fewer
     */
    public void release(Tx.Scope scope, UserId account, long bytes) {
        if (bytes != 0 && scope.change(TAKE, bytes, account.value(), bytes) != 1) {
            throw new IllegalStateException("account " + account + " holds fewer than " + bytes + " bytes");
        }
    }

    /** How many bytes more the account may hold now. Locks nothing: {@link #charge} decides. */
    public long room(Tx.Scope scope, UserId account, Collection<DriveId> writable) {
        return Math.max(0, Math.min(most, drives.room(scope, writable)) - of(scope, account));
    }

    /** How many bytes the account holds now. Locks nothing. */
    public long of(Tx.Scope scope, UserId account) {
        HeldBytesEntity row = scope.session().find(HeldBytesEntity.class, account.value());
        return row == null ? 0 : row.bytes;
    }

    private static boolean add(Tx.Scope scope, UserId account, long bytes, long room) {
        return scope.change(ADD, bytes, account.value(), room, bytes) == 1;
    }
}
