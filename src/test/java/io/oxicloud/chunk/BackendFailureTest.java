package io.oxicloud.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobStoreFullException;
import io.oxicloud.blob.MemoryBlobBackend;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A backend that fails to write, at whichever call: the upload says why, nothing is held, and everything else works. */
class BackendFailureTest {
    private static final byte[] CONTENT = StoreRig.random(9 << 20, 1);

    private final MemoryBlobBackend memory = new MemoryBlobBackend(64 << 20);
    private final StoreRig rig;
    private String failing = "";
    private @Nullable Failure failure;

    BackendFailureTest() {
        var hooked = new HookedBlobs(memory, (call, before) -> {
            if (before && call.equals(failing) && failure != null) {
                throw failure.make();
            }
        });
        rig = new StoreRig(TestDatabase.source(Engine.H2), memory, hooked, new StoreSettings(4, 4, 0));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource({
        "put, FULL, STORAGE_FULL",
        "sync, FULL, STORAGE_FULL",
        "put, READ_ONLY, BACKEND_DOWN",
        "sync, READ_ONLY, BACKEND_DOWN",
        "put, NOT_ALLOWED, BACKEND_DOWN",
        "sync, NOT_ALLOWED, BACKEND_DOWN",
        "put, GONE, BACKEND_DOWN",
        "sync, GONE, BACKEND_DOWN"
    })
    void anUploadThatCannotBeWrittenSaysWhyAndLeavesNothing(String call, Failure how, ErrorCode code) throws Exception {
        byte[] kept = Arrays.copyOf(CONTENT, 1_000_000);
        Hash hash = rig.keep(kept);
        Long free = memory.health().availableBytes();
        failing = call;
        failure = how;

        var told = assertThrows(CloudException.class, () -> rig.ingest(CONTENT));

        assertEquals(code, told.code());
        if (code == ErrorCode.BACKEND_DOWN) {
            assertNotNull(told.retryAfter());
        }
        assertEquals(0, rig.count("UploadLeaseEntity"));
        assertEquals(0, rig.count("PinEntity"));
        assertEquals(Objects.requireNonNull(free), memory.health().availableBytes());
        rig.checkInvariants(Map.of(hash, 1L));
        assertArrayEquals(kept, rig.read(hash));
        failure = null;
        assertTrue(rig.keep(CONTENT).compareTo(hash) != 0);
    }

    /** What an operating system says. */
    enum Failure {
        FULL {
            @Override
            IOException make() {
                return new BlobStoreFullException("the disk is full", null);
            }
        },
        READ_ONLY {
            @Override
            IOException make() {
                return new FileSystemException("chunk", null, "Read-only file system");
            }
        },
        NOT_ALLOWED {
            @Override
            IOException make() {
                return new AccessDeniedException("chunk");
            }
        },
        GONE {
            @Override
            IOException make() {
                return new NoSuchFileException("chunk");
            }
        };

        abstract IOException make();
    }
}
