package io.oxicloud.account;

/** What the rest of the system is told of an account that is being made. */
public record NewAccount(String displayName, boolean admin, boolean external, long quotaBytes) {}
