package io.oxicloud.chunk;

import java.util.List;

/**
 * What a check of the store found.
 *
 * @param findings the first 10,000
 * @param count how many findings there were
 * @param contents how many manifests were looked at
 * @param chunks how many rows of chunks
 * @param blobs how many blobs
 */
public record FsckReport(List<Finding> findings, long count, long contents, long chunks, long blobs) {
    public FsckReport {
        findings = List.copyOf(findings);
    }

    public boolean isClean() {
        return count == 0;
    }

    /** One line for a person. */
    public String summary() {
        return (count == 0 ? "clean" : count + " findings") + ": " + contents + " contents, " + chunks + " chunks, "
                + blobs + " blobs";
    }
}
