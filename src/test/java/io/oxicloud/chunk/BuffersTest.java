package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BuffersTest {
    private final Buffers buffers = new Buffers();

    @Test
    void whatWasGivenBackServesTheNextUpload() {
        byte[] first = buffers.take();

        buffers.giveBack(first);

        assertSame(first, buffers.take());
        assertNotSame(first, buffers.take());
    }

    @Test
    void aBatchThatGrowsTakesAWholeBufferIfOneIsThere() {
        byte[] whole = buffers.take();

        assertEquals(2_000, buffers.longer(1_000).length);
        assertEquals(Batch.MAX_BYTES, buffers.longer(Batch.MAX_BYTES - 1).length);
        buffers.giveBack(whole);

        assertSame(whole, buffers.longer(1_000));
    }

    @Test
    void onlyAFewWholeBuffersAreKept() {
        List<byte[]> many = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            many.add(buffers.take());
        }

        buffers.giveBack(new byte[Batch.FIRST_BYTES]);
        many.forEach(buffers::giveBack);

        Set<byte[]> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(many);
        int again = 0;
        for (int i = 0; i < 6; i++) {
            again += known.contains(buffers.take()) ? 1 : 0;
        }
        assertEquals(4, again);
    }
}
