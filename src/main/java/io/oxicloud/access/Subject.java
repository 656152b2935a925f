package io.oxicloud.access;

import io.oxicloud.base.GroupId;
import io.oxicloud.base.UserId;
import java.util.UUID;

/** Who holds a grant. A group stands for all its members, through any depth of groups within groups. */
public record Subject(Kind kind, UUID id) {
    /** Stored by name. */
    public enum Kind {
        USER,
        GROUP
    }

    public static Subject of(UserId user) {
        return new Subject(Kind.USER, user.value());
    }

    public static Subject of(GroupId group) {
        return new Subject(Kind.GROUP, group.value());
    }
}
