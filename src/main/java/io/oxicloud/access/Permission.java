package io.oxicloud.access;

/** One thing that somebody may do to a node or a drive. Held through a {@link Role}, never by itself. */
public enum Permission {
    /** See that it is there, and its content. Without it a thing is hidden, not forbidden. */
    READ(1),
    COMMENT(1 << 1),
    /** Put something new into a folder. */
    CREATE(1 << 2),
    /** Change content, name or properties of what is there. */
    UPDATE(1 << 3),
    DELETE(1 << 4),
    /** Give and take grants. */
    SHARE(1 << 5),
    /** Change the drive itself: its name, its members, its end. */
    MANAGE(1 << 6);

    private final int bit;

    Permission(int bit) {
        this.bit = bit;
    }

    int bit() {
        return bit;
    }
}
