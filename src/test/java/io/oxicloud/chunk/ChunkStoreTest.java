package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.Hash;
import io.oxicloud.db.Engine;
import java.io.IOException;
import java.util.Map;
import java.util.zip.CRC32;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Engine.class)
class ChunkStoreTest {
    private final StoreRig rig;

    ChunkStoreTest(Engine engine) {
        rig = new StoreRig(engine);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatGoesInComesOut() throws IOException {
        for (int size : new int[] {1, 64 << 10, (64 << 10) + 1, 1 << 20, (8 << 20) + 12_345, (20 << 20) + 1}) {
            byte[] content = StoreRig.random(size, size);

            Hash hash;
            try (var lease = rig.ingest(content)) {
                rig.adopt(lease);
                hash = lease.hash();
                assertEquals(oracle(content), hash);
                assertEquals(size, lease.size());
                assertEquals(crc32(content), lease.crc32());
            }

            assertArrayEquals(content, rig.read(hash));
            var stored = rig.store.open(hash);
            assertEquals(size, stored.size());
            assertEquals(crc32(content), stored.crc32());
            rig.checkInvariants(Map.of(hash, 1L));
        }
    }

    private static Hash oracle(byte[] content) {
        var oracle = new Blake3Digest(256);
        oracle.update(content, 0, content.length);
        byte[] digest = new byte[Hash.LENGTH];
        oracle.doFinal(digest, 0);
        return Hash.of(digest);
    }

    private static int crc32(byte[] content) {
        var crc32 = new CRC32();
        crc32.update(content);
        return (int) crc32.getValue();
    }
}
