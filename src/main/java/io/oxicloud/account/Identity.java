package io.oxicloud.account;

import io.oxicloud.base.Actor;
import io.oxicloud.base.SessionId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose credentials were checked: who it is and what the credentials may be used for.
 *
 * @param session the session of an access token; null for Basic
 */
public record Identity(
        Actor.User actor,
        Set<Scope> scopes,
        Via via,
        @Nullable SessionId session) {
    public Identity {
        scopes = Set.copyOf(scopes);
    }
}
