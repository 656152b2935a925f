package io.oxicloud.cache;

import static io.oxicloud.cache.PageCache.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PageCacheTest {
    private static final long SEED = 7;

    private final Caches caches = new Caches(() -> 0);
    private final PageCache cache = caches.pages("contents", 64L * PAGE_BYTES, 0);
    private final AtomicInteger opened = new AtomicInteger();

    @AfterEach
    void closeCaches() {
        caches.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 5 * PAGE_BYTES, 5 * PAGE_BYTES + 77})
    void aContentComesBackWholeAndIsReadOnce(int size) throws IOException {
        byte[] content = bytes(size, size);

        for (int i = 0; i < 3; i++) {
            PagedBytes got = cache.get(hash(1), size, source(content));
            assertEquals(size, got.length());
            assertArrayEquals(content, written(got));
            assertArrayEquals(content, got.open().readAllBytes());
        }

        assertEquals(size == 0 ? 0 : 1, opened.get());
    }

    @Test
    void anyRangeIsASliceOfOneRead() throws IOException {
        byte[] content = bytes(5 * PAGE_BYTES + 77, SEED);
        var random = new Random(SEED);

        for (int i = 0; i < 300; i++) {
            int start = random.nextInt(content.length);
            int end = start + 1 + random.nextInt(content.length - start);
            PagedBytes got = cache.get(hash(1), content.length, new ByteRange(start, end), source(content));
            String range = "seed " + SEED + ", range " + start + " to " + end;
            assertTrue(Arrays.equals(content, start, end, written(got), 0, end - start), range);
        }

        assertEquals(1, opened.get());
    }

    @Test
    void aStreamGivesSingleBytesAndSkips() throws IOException {
        byte[] content = bytes(2 * PAGE_BYTES, SEED);
        var range = new ByteRange(PAGE_BYTES - 1, PAGE_BYTES + 2);

        try (InputStream stream =
                cache.get(hash(1), content.length, range, source(content)).open()) {
            assertEquals(3, stream.available());
            assertEquals(content[PAGE_BYTES - 1] & 0xff, stream.read());
            assertEquals(1, stream.skip(1));
            assertEquals(content[PAGE_BYTES + 1] & 0xff, stream.read());
            assertEquals(-1, stream.read());
            assertEquals(-1, stream.read(new byte[4], 0, 4));
            assertEquals(0, stream.skip(1));
        }
    }

    @Test
    void aHerdOfColdCallersOpensTheContentOnce() throws Exception {
        byte[] content = bytes(3 * PAGE_BYTES, SEED);

        List<Object> outcomes = Herd.of(
                32,
                () -> Arrays.equals(content, written(cache.get(hash(1), content.length, gated(32, source(content))))));

        assertEquals(Collections.nCopies(32, true), outcomes);
        assertEquals(1, opened.get());
        assertEquals(new CacheFigures(0, 32, 1, 0, 3, 0), cache.figures());
    }

    @Test
    void aFailingSourceFailsForTheWholeHerdAndTheNextCallReadsAgain() throws Exception {
        byte[] content = bytes(10, SEED);
        var failure = new IOException("disk");

        List<Object> outcomes = Herd.of(
                32,
                () -> cache.get(hash(1), content.length, gated(32, same -> {
                    throw failure;
                })));

        assertEquals(Collections.nCopies(32, failure), outcomes);
        assertArrayEquals(content, written(cache.get(hash(1), content.length, source(content))));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void aSourceOfAnotherLengthIsCorruptAndNotKept(int excess) {
        byte[] content = bytes(PAGE_BYTES, SEED);

        var failure =
                assertThrows(CloudException.class, () -> cache.get(hash(1), content.length - excess, source(content)));

        assertEquals(ErrorCode.CORRUPT_CONTENT, failure.code());
        assertEquals(0, cache.figures().entries());
    }

    @Test
    void aContentLargerThanTheBoundIsServedButNotKept() throws IOException {
        cache.get(hash(1), 10, source(bytes(10, 1)));
        byte[] large = bytes(64 * PAGE_BYTES, SEED);

        assertArrayEquals(large, written(cache.get(hash(2), large.length, source(large))));

        assertEquals(1, cache.figures().entries());
        assertEquals(0, cache.figures().evictions());
    }

    @Test
    void aContentThatLostAPageIsReadAgain() throws IOException {
        byte[] content = bytes(3 * PAGE_BYTES, SEED);
        cache.get(hash(0), content.length, source(content));

        for (int i = 1; i < 200; i++) {
            cache.get(hash(i), content.length, source(content));
        }

        assertArrayEquals(content, written(cache.get(hash(0), content.length, source(content))));
        assertEquals(201, opened.get());
    }

    @Test
    void theByteBoundHoldsWhateverTheSizesAndHoweverManyWriters() throws Exception {
        byte[] content = bytes(40 * PAGE_BYTES, SEED);
        var threads = Executors.newFixedThreadPool(8);
        try {
            var writers = new ArrayList<Future<Long>>();
            for (int i = 0; i < 8; i++) {
                var random = new Random(SEED + i);
                writers.add(threads.submit(() -> mostPagesSeen(random, content)));
            }
            for (Future<Long> each : writers) {
                long most = each.get(30, TimeUnit.SECONDS);
                assertTrue(most <= 64, "seed " + SEED + ": " + most + " pages");
                assertTrue(most >= 60, "seed " + SEED + ": the bound was never reached: " + most + " pages");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whatIsAskedForAgainIsKeptAsAWhole() throws IOException {
        PageCache warm = caches.pages("warm", 64L * PAGE_BYTES, 32L * PAGE_BYTES);
        byte[] content = bytes(10 * PAGE_BYTES + 5, SEED);
        warm.get(hash(1), content.length, source(content));
        assertNull(warm.peek(hash(1)));

        warm.get(hash(1), content.length, new ByteRange(3, 4), source(content));

        PagedBytes whole = Objects.requireNonNull(warm.peek(hash(1)));
        assertArrayEquals(content, written(whole));
        assertArrayEquals(Arrays.copyOfRange(content, 70_000, 200_000), written(whole.slice(70_000, 130_000)));
        assertEquals(1, opened.get());
    }

    @Test
    void wholesAreBoundedAndThoseInUseStay() throws IOException {
        PageCache warm = caches.pages("warm", 64L * PAGE_BYTES, 32L * PAGE_BYTES);
        byte[] content = bytes(10 * PAGE_BYTES, SEED);
        for (int i = 0; i < 50; i++) {
            warm.get(hash(i), content.length, source(content));
            warm.get(hash(i), content.length, source(content));
            assertTrue(warm.figures().entries() <= 64, warm.figures()::toString);
            assertTrue(i == 0 || warm.peek(hash(0)) != null, "the one that is used all the time went");
        }
        assertNull(warm.peek(hash(1)));
        byte[] large = bytes(33 * PAGE_BYTES, SEED);
        warm.get(hash(99), large.length, source(large));
        warm.get(hash(99), large.length, source(large));
        assertNull(warm.peek(hash(99)));
    }

    private long mostPagesSeen(Random random, byte[] content) throws IOException {
        long most = 0;
        for (int i = 0; i < 200; i++) {
            int size = 1 + (random.nextBoolean() ? random.nextInt(1_000) : random.nextInt(content.length));
            cache.get(hash(random.nextInt()), size, same -> new ByteArrayInputStream(content, 0, size));
            most = Math.max(most, cache.figures().entries());
        }
        return most;
    }

    private PageCache.Source source(byte[] content) {
        return same -> {
            opened.incrementAndGet();
            return new ByteArrayInputStream(content);
        };
    }

    /** Opens when all callers have found nothing. */
    private PageCache.Source gated(long callers, PageCache.Source source) {
        return content -> {
            while (cache.figures().misses() < callers) {
                Thread.onSpinWait();
            }
            return source.open(content);
        };
    }

    private static byte[] written(PagedBytes bytes) throws IOException {
        var target = new ByteArrayOutputStream();
        bytes.writeTo(target);
        return target.toByteArray();
    }

    private static byte[] bytes(int size, long seed) {
        var bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static Hash hash(int number) {
        return Hash.of(bytes(Hash.LENGTH, number));
    }
}
