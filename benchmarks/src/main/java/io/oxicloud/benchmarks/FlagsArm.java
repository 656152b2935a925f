package io.oxicloud.benchmarks;

/** A way to know the flags of one user, from memory or from the database. */
interface FlagsArm {
    String name();

    /** Forgets what is remembered. */
    void forget();

    /** The flags, in a form that both arms share. */
    Flags ask();

    /** How many calls so far found nothing remembered. */
    long missed();

    record Flags(boolean admin, boolean active, boolean external) {}
}
