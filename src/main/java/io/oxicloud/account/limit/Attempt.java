package io.oxicloud.account.limit;

/**
 * One try to prove who one is.
 *
 * @param way how it came in
 * @param account the account that was named: its id, or the name itself where there is no such account
 * @param network where it came from
 * @param fingerprint keyed hash of the credentials: tells a new guess from a client that repeats an old password
 */
public record Attempt(Way way, String account, String network, String fingerprint) {
    /** How an attempt came in, which decides what it counts for. */
    public enum Way {
        /** The account's password, in a form or by somebody signed in: other counters bound these per network. */
        FORM(true, false),
        /** The account's password in a Basic header. */
        BASIC(true, true),
        /** An app password in a Basic header: too long to be guessed, so its failures block no account. */
        APP_PASSWORD(false, true);

        private final boolean guessable;
        private final boolean perNetwork;

        Way(boolean guessable, boolean perNetwork) {
            this.guessable = guessable;
            this.perNetwork = perNetwork;
        }
    }

    boolean guessable() {
        return way.guessable;
    }

    boolean perNetwork() {
        return way.perNetwork;
    }

    String accountRow() {
        return account + "|" + network;
    }

    String credentialRow() {
        return account + "|" + network + "|" + fingerprint;
    }

    String networkRow() {
        return Block.ANY_ACCOUNT + "|" + network;
    }
}
