package io.oxicloud.blob;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LocalBlobBackendTest implements BlobBackendContract {
    @TempDir
    Path root;

    private LocalBlobBackend backend;

    @BeforeEach
    void open() throws IOException {
        backend = LocalBlobBackend.open(root);
    }

    @Override
    public BlobBackend backend() {
        return backend;
    }

    @Test
    void aBlobLiesInTheFolderOfItsFirstByte() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(10, 1)));

        String hex = name(1).digest().hex();
        assertEquals(List.of(hex.substring(0, 2) + "/" + hex + "-00000001.blob"), files());
    }

    /** Invariant 7: complete and durable from the moment it can be seen. */
    @Test
    void aBlobIsSeenOnlyWhenItsBatchIsSynced() throws IOException {
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
            assertTrue(backend.size(name(1)).isEmpty());
            assertEquals(1, files().size());

            batch.sync();
            assertEquals(10, backend.size(name(1)).orElseThrow());
        }
    }

    @Test
    void puttingAKnownBlobWritesNothing() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
        Path blob = backend.path(name(1));
        Files.setLastModifiedTime(blob, FileTime.from(Instant.EPOCH));

        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
            assertEquals(1, files().size());
            batch.sync();
        }

        assertEquals(FileTime.from(Instant.EPOCH), Files.getLastModifiedTime(blob));
    }

    /** The folders are there from the start, and a blob costs no more than its own file. */
    @Test
    void aBatchMakesOneFileForEachBlobAndNoFolder() throws IOException {
        assertEquals(256, folders());
        try (var batch = backend.batch()) {
            for (int i = 0; i < 20; i++) {
                batch.put(name(i), ByteBuffer.wrap(bytes(10, i)));
                batch.put(name(i), ByteBuffer.wrap(bytes(10, i)));
                assertEquals(i + 1, files().size());
            }
            List<String> temporary = files();
            batch.sync();

            assertEquals(20, files().size());
            for (int i = 0; i < 20; i++) {
                String shard = name(i).shard();
                assertTrue(temporary.stream().anyMatch(file -> file.startsWith(shard)), "written in its final folder");
            }
        }
        assertEquals(256, folders());
    }

    @Test
    void aFolderThatCannotTakeAFileFailsAndLeavesNothing() throws IOException {
        Path shard = backend.path(name(1)).resolveSibling("");
        Files.delete(shard);
        Files.createFile(shard);

        assertThrows(IOException.class, () -> backend.put(name(1), ByteBuffer.wrap(bytes(10, 1))));

        backend.put(name(2), ByteBuffer.wrap(bytes(10, 2)));
        assertArrayEquals(bytes(10, 2), read(backend.open(name(2))));
    }

    @Test
    void aDroppedBatchLeavesNoFiles() throws IOException {
        try (var batch = backend.batch()) {
            batch.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
        }

        assertEquals(List.of(), files());
    }

    @Test
    void whatACrashLeftIsRemovedWhenItIsOld() throws IOException {
        var crashed = backend.batch();
        crashed.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
        Instant written = Files.getLastModifiedTime(root.resolve(".blobs").resolve(files().get(0)))
                .toInstant();

        removeAllLeftovers(written.minus(Duration.ofSeconds(1)));
        assertEquals(1, files().size());

        removeAllLeftovers(written.plus(Duration.ofSeconds(1)));
        assertEquals(List.of(), files());
    }

    private long folders() throws IOException {
        try (Stream<Path> all = Files.list(root.resolve(".blobs"))) {
            return all.filter(Files::isDirectory).count();
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.createFile(root.resolve("file"));

        var failure = assertThrows(IOException.class, () -> LocalBlobBackend.open(file));

        assertTrue(failure.toString().contains(file.toString()), failure::toString);
    }

    @Test
    void aStoreThatWentAwayIsUnhealthyAndFailsWithoutHarm() throws IOException {
        backend.put(name(1), ByteBuffer.wrap(bytes(10, 1)));
        Path away = Files.move(root.resolve(".blobs"), root.resolve("away"));

        assertFalse(backend.health().connected());
        assertThrows(IOException.class, () -> backend.put(name(2), ByteBuffer.wrap(bytes(10, 2))));

        Files.move(away, root.resolve(".blobs"));
        assertTrue(backend.health().connected());
        backend.put(name(2), ByteBuffer.wrap(bytes(10, 2)));
        assertArrayEquals(bytes(10, 1), read(backend.open(name(1))));
    }

    /** A real "no space left on device", from the operating system's own always full device. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsTold() {
        var failure = assertThrows(IOException.class, () -> Files.write(Path.of("/dev/full"), new byte[1]));

        assertInstanceOf(BlobStoreFullException.class, LocalBlobBatch.marked(failure, root, 1));
    }

    @Test
    void aDiskWithLessRoomThanWantedIsFullInAnyLanguage() {
        var failure = new FileSystemException("file", null, "Auf dem Gerät ist kein Speicherplatz mehr verfügbar");

        assertInstanceOf(BlobStoreFullException.class, LocalBlobBatch.marked(failure, root, Long.MAX_VALUE));
        assertSame(failure, LocalBlobBatch.marked(failure, root, 1));
    }

    private void removeAllLeftovers(Instant olderThan) throws IOException {
        for (int i = 0; i < 16; i++) {
            backend.removeLeftovers(olderThan);
        }
    }

    private List<String> files() throws IOException {
        Path blobs = root.resolve(".blobs");
        try (Stream<Path> all = Files.walk(blobs)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> blobs.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }
}
