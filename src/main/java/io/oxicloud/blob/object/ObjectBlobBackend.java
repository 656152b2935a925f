package io.oxicloud.blob.object;

import io.oxicloud.base.ByteRange;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobBatch;
import io.oxicloud.blob.BlobHealth;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.StoredBlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Keeps blobs as objects of an {@link ObjectStore}, {@code ab/<name>.blob}. Repeats nothing and caches nothing. */
public final class ObjectBlobBackend implements BlobBackend {
    /** What is far away is asked for early. */
    private static final int READ_AHEAD = 8;

    private final ObjectStore store;

    /** @param store closed with the backend */
    public ObjectBlobBackend(ObjectStore store) {
        this.store = store;
    }

    @Override
    public BlobBatch batch() {
        return new ObjectBatch(this);
    }

    /** One request for a new blob. One that is there is left alone if it has its length (BlobBatch.put). */
    @Override
    public void put(BlobName name, ByteBuffer bytes) throws IOException {
        String key = ObjectKeys.key(name);
        if (!store.create(key, bytes.duplicate()) && store.size(key).orElse(-1) != bytes.remaining()) {
            store.replace(key, bytes.duplicate());
        }
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        store.replace(ObjectKeys.key(name), bytes.duplicate());
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        return store.open(ObjectKeys.key(name), null);
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        return store.open(ObjectKeys.key(name), range);
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        return store.size(ObjectKeys.key(name));
    }

    @Override
    public void delete(BlobName name) throws IOException {
        store.delete(ObjectKeys.key(name));
    }

    /**
     * Nothing: a blob is put with one request, of which the service keeps all or nothing. (Pieces of unfinished objects remain
     * from uploads in several requests, and there are none.)
     */
    @Override
    public void removeLeftovers(Instant olderThan) {}

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        String prefix = ObjectKeys.prefix(firstByte);
        List<StoredBlob> found = new ArrayList<>();
        @Nullable String next = null;
        do {
            ObjectPage page = store.list(prefix, next);
            for (ObjectPage.Item item : page.items()) {
                ObjectKeys.name(item.key()).ifPresent(name -> found.add(new StoredBlob(name, item.size())));
            }
            next = page.next();
        } while (next != null);
        found.sort(null);
        return found;
    }

    /** Looks through all there is in the bucket, for what does not belong there may have any name. */
    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        List<String> found = new ArrayList<>();
        @Nullable String next = null;
        do {
            ObjectPage page = store.list("", next);
            page.items().stream()
                    .filter(item -> ObjectKeys.name(item.key()).isEmpty() && !ObjectKeys.isFolder(item))
                    .filter(item -> item.changed().isBefore(olderThan))
                    .limit(max - found.size())
                    .forEach(item -> found.add(item.key()));
            next = page.next();
        } while (next != null && found.size() < max);
        return found;
    }

    @Override
    public int readAhead() {
        return READ_AHEAD;
    }

    /** Asks for the beginning of a list; whether a key that may read may write as well is seen with the first blob. */
    @Override
    public BlobHealth health() {
        try {
            store.check();
            return new BlobHealth(true, store.service(), "ok", null);
        } catch (IOException e) {
            return new BlobHealth(false, store.service(), e.toString(), null);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
