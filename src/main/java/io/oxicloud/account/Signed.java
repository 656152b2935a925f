package io.oxicloud.account;

import io.oxicloud.base.Secret;
import io.oxicloud.base.SessionId;
import java.time.Duration;

/**
 * A session just opened or renewed. The tokens are given out here and never again.
 *
 * @param access JWT for {@link SignIn#bearer}, good for {@code accessLife}
 * @param refresh opaque, good once, for {@link SignIn#refresh}, within {@code refreshLife}
 */
public record Signed(
        UserView user, SessionId session, Secret access, Duration accessLife, Secret refresh, Duration refreshLife) {}
