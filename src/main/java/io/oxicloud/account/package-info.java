/**
 * Who: users, nested groups, sign-in, sessions and app passwords.
 *
 * <p>Built from {@link io.oxicloud.account.AccountDoors}. Rooms: {@code password} hashes, {@code session} keeps sessions and
 * tokens, {@code limit} counts what is tried too often.
 */
@NullMarked
package io.oxicloud.account;

import org.jspecify.annotations.NullMarked;
