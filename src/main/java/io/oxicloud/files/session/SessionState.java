package io.oxicloud.files.session;

/** What may still happen to a session. */
enum SessionState {
    /** Pieces may come. */
    OPEN,
    /** It has become a file, and says so to whoever asks again. */
    DONE,
    /** Given up by its owner or by time. */
    ENDED
}
