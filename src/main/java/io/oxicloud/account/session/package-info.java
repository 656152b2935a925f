/** Sign-in sessions: refresh tokens in rotating families, signed access tokens, the keys that sign them. */
@NullMarked
package io.oxicloud.account.session;

import org.jspecify.annotations.NullMarked;
