package io.oxicloud.chunk.job;

/** How far a job has come. */
public enum JobStatus {
    /** It was never asked for. */
    IDLE,
    RUNNING,
    PAUSED,
    /** All is done. */
    COMPLETED,
    /** It came to its end, and something could not be done. */
    FAILED
}
