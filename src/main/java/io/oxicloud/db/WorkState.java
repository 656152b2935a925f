package io.oxicloud.db;

/** What becomes of a piece of work; work that is done has no row. */
enum WorkState {
    WAITING,
    /** Failed too often; kept for a person to look at. */
    POISON
}
