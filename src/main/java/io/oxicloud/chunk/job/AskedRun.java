package io.oxicloud.chunk.job;

/**
 * A run of a job that an administrator asked for and that has not ended.
 *
 * @param whole as it was asked for: all of it, whatever that is for the kind
 */
record AskedRun(long run, boolean whole) {}
