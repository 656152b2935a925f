package io.oxicloud.chunk.job;

/**
 * Something that a job could not do, or found.
 *
 * @param what which kind of thing is wrong, or the name of a blob
 * @param about a sentence for administrators
 */
public record JobProblem(String what, String about) {}
