package io.oxicloud.account;

import io.oxicloud.base.GroupId;
import io.oxicloud.db.Tx;
import java.util.Set;

/**
 * Plug-point: whoever keeps something per group hears here that it loses people or goes. Same terms as {@link
 * AccountLifecycle}; an exception (CONFLICT, say, because a drive would be left without an owner) stops the change.
 */
public interface GroupLifecycle {
    /** A user or group was taken out of one of these groups, which are it and all that contain it. */
    void shrunk(Tx.Scope scope, Set<GroupId> groups);

    /** The group is about to go: drop what would refer to it. */
    void deleted(Tx.Scope scope, GroupId group);
}
