package io.oxicloud.db;

/** The last thing that happened to a member. */
public record Change(long number, String member, ChangeKind kind) {}
