package io.oxicloud.account.limit;

/** What is to be done with an attempt that is not refused at the door. */
public enum Admission {
    /** Look at it: it was counted as a new guess, and must be taken back if nobody looks. */
    COUNTED,
    /** Look at it; nothing was counted. */
    UNCOUNTED,
    /** Do not look: these very credentials were found wrong before. */
    KNOWN_WRONG
}
