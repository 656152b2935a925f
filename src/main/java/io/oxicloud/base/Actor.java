package io.oxicloud.base;

/**
 * Who is asking. Closed on purpose: a new kind of caller must be weighed at every use.
 *
 * <p>Its text is how the audit log names it: the user's id, the job's name, or {@code -}.
 *
 * <p>Doors take an actor first. An edge makes one from verified credentials only; nothing else does.
 */
public sealed interface Actor {
    /**
     * A signed-in person, with the flags as they were at most 30 s ago.
     *
     * @param admin may use the administration routes; gives no right on anybody's files
     * @param external invited from outside: owns nothing, sees only what was granted
     */
    record User(UserId id, boolean admin, boolean external) implements Actor {
        @Override
        public String toString() {
            return id.toString();
        }
    }

    /** Background work of the product itself. {@code job} ends up in the audit log. */
    record Job(String job) implements Actor {
        @Override
        public String toString() {
            return job;
        }
    }

    /** Nobody in particular: no credentials, or none that counted. */
    enum Anonymous implements Actor {
        ANONYMOUS;

        @Override
        public String toString() {
            return "-";
        }
    }

    /**
     * The signed-in user.
     *
     * @throws CloudException UNAUTHENTICATED for every other kind of caller
     */
    default User user() {
        if (this instanceof User user) {
            return user;
        }
        throw new CloudException(ErrorCode.UNAUTHENTICATED, "sign in first");
    }
}
