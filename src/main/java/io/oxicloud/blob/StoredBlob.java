package io.oxicloud.blob;

import java.util.Comparator;

/**
 * A blob as its backend lists it. In the order of names.
 *
 * @param size in bytes
 */
public record StoredBlob(BlobName name, long size) implements Comparable<StoredBlob> {
    private static final Comparator<StoredBlob> ORDER = Comparator.comparing(
                    (StoredBlob blob) -> blob.name().digest())
            .thenComparing(blob -> blob.name().life(), Integer::compareUnsigned);

    @Override
    public int compareTo(StoredBlob other) {
        return ORDER.compare(this, other);
    }
}
