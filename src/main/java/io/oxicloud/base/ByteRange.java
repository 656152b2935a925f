package io.oxicloud.base;

/** A slice of a file: {@code start} inclusive, {@code end} exclusive, both in bytes, never empty. */
public record ByteRange(long start, long end) {
    public ByteRange {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("not a range: " + start + " to " + end);
        }
    }

    public long length() {
        return end - start;
    }
}
