package io.oxicloud.account;

/**
 * What the flags cache keeps of a user.
 *
 * @param credentialStamp a verdict on a password that was found under another stamp is worthless
 */
record Standing(UserFlags flags, boolean secondFactor, boolean ssoOnly, long credentialStamp) {
    static final Standing GONE = new Standing(UserFlags.GONE, false, false, -1);

    /** For the query. */
    Standing(
            UserView.Role role,
            boolean active,
            boolean external,
            boolean secondFactor,
            boolean ssoOnly,
            long credentialStamp) {
        this(new UserFlags(role == UserView.Role.ADMIN, active, external), secondFactor, ssoOnly, credentialStamp);
    }
}
