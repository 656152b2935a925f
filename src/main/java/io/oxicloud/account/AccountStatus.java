package io.oxicloud.account;

/**
 * What anybody may know before signing in.
 *
 * @param initialized whether the first administrator has been made
 */
public record AccountStatus(boolean initialized, long adminCount) {}
