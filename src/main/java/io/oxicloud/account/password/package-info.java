/** Password hashes: Argon2id in PHC strings, at most a few at once. */
@NullMarked
package io.oxicloud.account.password;

import org.jspecify.annotations.NullMarked;
