package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Engine;
import io.oxicloud.db.ValueList;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LooseIngestTest {
    /** However short the chunks are: no statement takes more of them than it may. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void aBatchIsBoundedByTheNumberOfItsChunks(Engine engine) throws Exception {
        int count = 2 * ValueList.MOST + 1;
        try (var rig = new StoreRig(engine);
                var loose = rig.store.ingestChunks(new Frames(framed(count), Long.MAX_VALUE, count), sizes -> {})) {
            assertEquals(count, loose.sequence().count());
            assertEquals(count, loose.manifest().sizes().size());
            assertEquals(count, rig.count("PinEntity"));
            assertEquals(count, rig.memory.names().size());
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void aRequestIsBoundedByTheNumberOfItsChunks(Engine engine) throws Exception {
        try (var rig = new StoreRig(engine)) {
            CloudException refusal = assertThrows(
                    CloudException.class,
                    () -> rig.store.ingestChunks(new Frames(framed(8), Long.MAX_VALUE, 7), sizes -> {}));

            assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
            assertEquals("one request may have at most 7 chunks", refusal.message());
            assertEquals(0, rig.count("UploadLeaseEntity"));
            rig.store
                    .ingestChunks(new Frames(framed(7), Long.MAX_VALUE, 7), sizes -> {})
                    .close();
        }
    }

    /** Chunks of three bytes, no two of them the same. */
    private static InputStream framed(int count) {
        ByteBuffer frames = ByteBuffer.allocate(count * (Frames.HEAD + 3));
        for (int i = 0; i < count; i++) {
            frames.putInt(3).put((byte) (i >> 16)).putShort((short) i);
        }
        return new ByteArrayInputStream(frames.array());
    }
}
