package io.oxicloud.blob.object;

import io.oxicloud.base.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Objects on the heap. */
final class MemoryStore implements ObjectStore {
    private static final int PAGE = 7;

    private final ConcurrentNavigableMap<String, byte[]> objects = new ConcurrentSkipListMap<>();
    private final List<String> uploads = new CopyOnWriteArrayList<>();
    private volatile @Nullable IOException failure;

    void failWith(@Nullable IOException next) {
        failure = next;
    }

    /** Keys, in the order in which they came. */
    List<String> uploads() {
        return List.copyOf(uploads);
    }

    @Override
    public String service() {
        return "test";
    }

    @Override
    public boolean create(String key, ByteBuffer bytes) throws IOException {
        uploads.add(key);
        check();
        return objects.putIfAbsent(key, copy(bytes)) == null;
    }

    @Override
    public void replace(String key, ByteBuffer bytes) {
        objects.put(key, copy(bytes));
    }

    @Override
    public InputStream open(String key, @Nullable ByteRange range) throws IOException {
        byte[] bytes = objects.get(key);
        if (bytes == null) {
            throw new NoSuchFileException(key);
        }
        if (range != null && range.end() > bytes.length) {
            throw new EOFException(key);
        }
        return new ByteArrayInputStream(
                range == null ? bytes : Arrays.copyOfRange(bytes, (int) range.start(), (int) range.end()));
    }

    @Override
    public OptionalLong size(String key) {
        byte[] bytes = objects.get(key);
        return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes.length);
    }

    @Override
    public void delete(String key) {
        objects.remove(key);
    }

    @Override
    public ObjectPage list(String prefix, @Nullable String next) {
        List<ObjectPage.Item> items = objects.tailMap(next == null ? prefix : next, next == null).entrySet().stream()
                .filter(object -> object.getKey().startsWith(prefix))
                .limit(PAGE)
                .map(object -> new ObjectPage.Item(object.getKey(), object.getValue().length, Instant.EPOCH))
                .toList();
        return new ObjectPage(
                items, items.size() < PAGE ? null : items.get(PAGE - 1).key());
    }

    @Override
    public void check() throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public void close() {}

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }
}
