package io.oxicloud.account.session;

import io.oxicloud.base.SessionId;
import io.oxicloud.base.UserId;

/**
 * What an access token says. Name, address and role are for the client to show: no decision rests on them, since they are
 * as old as the token.
 */
public record AccessClaims(UserId user, SessionId session, String username, String email, String role) {}
