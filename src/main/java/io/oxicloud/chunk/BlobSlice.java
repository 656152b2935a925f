package io.oxicloud.chunk;

import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.StoredBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The blobs of some folders of a backend, as they are listed, packed into 44 bytes each, and which of them a row was found for.
 * For one thread.
 */
final class BlobSlice {
    private static final int FOLDERS = 256;

    private final BlobBackend blobs;
    private final int from;
    private int to;

    /** Digest by digest, in order. */
    private byte[] digests = new byte[Hash.LENGTH * 1_024];

    private int[] lives = new int[1_024];
    private long[] sizes = new long[1_024];
    private int count;
    private final BitSet named = new BitSet();

    private BlobSlice(BlobBackend blobs, int from) {
        this.blobs = blobs;
        this.from = from;
        this.to = from;
    }

    /**
     * Lists folder after folder, until there are so many blobs that they should be looked at.
     *
     * @param from the first folder
     */
    static BlobSlice list(BlobBackend blobs, int from, int enough) throws IOException, InterruptedException {
        var slice = new BlobSlice(blobs, from);
        while (slice.to < FOLDERS && slice.count < enough) {
            Fsck.stopIfInterrupted();
            blobs.list(slice.to++).forEach(slice::add);
        }
        return slice;
    }

    private void add(StoredBlob blob) {
        if (count == lives.length) {
            digests = Arrays.copyOf(digests, 2 * digests.length);
            lives = Arrays.copyOf(lives, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
        }
        blob.name().digest().writeTo(digests, count * Hash.LENGTH);
        lives[count] = blob.name().life();
        sizes[count] = blob.size();
        count++;
    }

    /** The folder after the last one; 256 after all. */
    int to() {
        return to;
    }

    /** What comes before all digests of these folders; null before the first folder. */
    @Nullable
    Hash before() {
        byte[] digest = new byte[Hash.LENGTH];
        Arrays.fill(digest, (byte) 0xFF);
        digest[0] = (byte) (from - 1);
        return from == 0 ? null : Hash.of(digest);
    }

    int count() {
        return count;
    }

    /** Whether a blob with that name in the listing would be here. */
    boolean covers(BlobName listed) {
        int folder = (int) (listed.digest().head() >>> 56);
        return folder >= from && folder < to;
    }

    /** The size of a blob that a row names, or -1 if it was not listed. */
    long name(BlobName listed) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = new StoredBlob(nameAt(middle), 0).compareTo(new StoredBlob(listed, 0));
            if (order == 0) {
                named.set(middle);
                return sizes[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private BlobName nameAt(int index) {
        return new BlobName(Hash.of(digests, index * Hash.LENGTH), lives[index]);
    }

    /** As they are listed: those for which no row was found, and which are still there. */
    List<BlobName> unnamed() throws IOException {
        List<BlobName> found = new ArrayList<>();
        int folder = -1;
        Set<BlobName> there = Set.of();
        for (int i = named.nextClearBit(0); i < count; i = named.nextClearBit(i + 1)) {
            BlobName name = nameAt(i);
            if ((int) (name.digest().head() >>> 56) != folder) {
                folder = (int) (name.digest().head() >>> 56);
                there = new HashSet<>(
                        blobs.list(folder).stream().map(StoredBlob::name).toList());
            }
            if (there.contains(name)) {
                found.add(name);
            }
        }
        return found;
    }
}
