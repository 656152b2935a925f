package io.oxicloud.db;

/** The two databases the product runs on. One set of entities and queries serves both. */
public enum Engine {
    /** Embedded, in the data directory: nothing to install, one node, survives a killed process but not a power cut. */
    H2,
    /** For production and for several nodes. */
    POSTGRESQL
}
