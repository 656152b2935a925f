package io.oxicloud.audit;

/** The kinds of caller, as rows name them. */
enum ActorKind {
    USER,
    JOB,
    ANONYMOUS
}
