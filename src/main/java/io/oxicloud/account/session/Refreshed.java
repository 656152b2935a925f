package io.oxicloud.account.session;

import io.oxicloud.base.Secret;
import io.oxicloud.base.SessionId;
import io.oxicloud.base.UserId;

/** What came of a refresh token that was handed in. */
public sealed interface Refreshed {
    /** It was good; {@code next} takes its place. */
    record Renewed(SessionId session, UserId user, Secret next) implements Refreshed {}

    /** Unknown, expired, or of a session that ended. */
    enum Refused implements Refreshed {
        REFUSED
    }

    /** It had been used before, so that somebody has a copy: the session was ended. */
    record Reused(SessionId session, UserId user) implements Refreshed {}
}
