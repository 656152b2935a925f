package io.oxicloud.files;

/** A file that was made locked. */
public record LockedFile(Node file, FileLock lock) {}
