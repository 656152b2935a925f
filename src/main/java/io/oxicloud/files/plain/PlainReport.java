package io.oxicloud.files.plain;

import java.util.List;

/**
 * What came of an export or import.
 *
 * @param done files that were written
 * @param same files that were there already, as they are
 * @param left what was not taken, each with the reason
 */
public record PlainReport(long done, long same, List<String> left) {
    public PlainReport {
        left = List.copyOf(left);
    }
}
