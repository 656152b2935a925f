package io.oxicloud.benchmarks;

import io.oxicloud.base.Actor;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A way to know which drives a user can read, from memory or from the database. */
interface DriveArm {
    String name();

    /** In the order in which they are shown. */
    List<Seen> readable(Actor.User user);

    /** What every request does that names a drive: the id of the readable drive of that name, or null. */
    @Nullable
    UUID select(Actor.User user, String name);

    record Seen(UUID id, String name) {}
}
