package io.oxicloud.base;

/**
 * Who is asking. Closed on purpose: a new kind of caller must be weighed at every use.
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
    record User(UserId id, boolean admin, boolean external) implements Actor {}

    /** Background work of the product itself. {@code job} ends up in the audit log. */
    record Job(String job) implements Actor {}

    /** Nobody in particular: no credentials, or none that counted. */
    enum Anonymous implements Actor {
        ANONYMOUS
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
