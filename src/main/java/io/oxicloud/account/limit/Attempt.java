package io.oxicloud.account.limit;

/**
 * One try to prove who one is.
 *
 * @param account the account that was named: its id, or the name itself where there is no such account
 * @param network where it came from
 * @param fingerprint keyed hash of the credentials: tells a new guess from a client that repeats an old password
 * @param guessable false for secrets so long that guessing is hopeless; their failures block only themselves
 */
public record Attempt(String account, String network, String fingerprint, boolean guessable) {
    String accountRow() {
        return account + "|" + network;
    }

    String credentialRow() {
        return account + "|" + network + "|" + fingerprint;
    }
}
