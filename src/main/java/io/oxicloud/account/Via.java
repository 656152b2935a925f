package io.oxicloud.account;

/** How somebody proved who they are. */
public enum Via {
    /** An access token of a signed-in session. */
    SESSION,
    APP_PASSWORD,
    /** The account's own password, sent with a request. Only DAV paths take it. */
    ACCOUNT_PASSWORD
}
