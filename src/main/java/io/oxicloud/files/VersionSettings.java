package io.oxicloud.files;

/**
 * How many former contents of files are kept.
 *
 * @param percent of what may lie in a drive, that its former contents may take beside that, at most; drives without a limit
 *     have none here either
 */
public record VersionSettings(VersionRule rule, int percent) {
    public static final VersionSettings DEFAULTS = new VersionSettings(VersionRule.DEFAULTS, 50);

    public VersionSettings {
        if (percent < 0) {
            throw new IllegalArgumentException("versions cannot take " + percent + " % of a drive");
        }
    }

    /** Bytes, for a drive that may hold so many. */
    long most(long capacity) {
        return Math.round(capacity / 100.0 * percent);
    }
}
