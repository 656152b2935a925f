package io.oxicloud.chunk.job;

/** The kinds of work that an administrator asks for; of each there is one at a time over all nodes. */
enum JobKind {
    /** All blobs go to another backend. */
    MOVE,
    /** All blobs are encrypted with the newest key. */
    REKEY,
    /** Rows and backend are compared. */
    CHECK,
    /** What nobody needs is removed. */
    SWEEP
}
