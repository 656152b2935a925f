package io.oxicloud.blob.cached;

import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of blobs, the ones used last, together below a bound, also over restarts. Each ends with a checksum, for nothing forces
 * them to disk. The oldest are removed by a thread of its own, not by whoever puts the newest; meanwhile there may be somewhat more
 * than the bound. No method fails: what the disk cannot do is logged, and the blob is not kept. Thread-safe.
 */
public final class DiskCache implements AutoCloseable {
    static final String KEPT = ".kept";
    static final String TEMPORARY = ".tmp";

    private static final Logger log = LoggerFactory.getLogger(DiskCache.class);
    private static final int SHARDS = 256;
    private static final int SUM = Integer.BYTES;
    private static final int IDLE_SECONDS = 10;
    private static final int GIVEN_AT_ONCE = 16;

    /** Of what the disk has left at the start, so much is left to others. */
    private static final int LEFT_PERCENT = 25;

    private final Path folder;
    private final ExecutorService janitor;
    private final KeptFiles kept;

    private DiskCache(Path folder, KeptFiles kept, ExecutorService janitor) {
        this.folder = folder;
        this.kept = kept;
        this.janitor = janitor;
    }

    /**
     * Finds what is there from the time before.
     *
     * @param bound bytes of all files together; less if the disk has less
     * @throws IOException if the folder cannot be used
     */
    public static DiskCache open(Path folder, long bound) throws IOException {
        var janitor =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    var thread = new Thread(work, "oxicloud-blob-cache");
                    thread.setDaemon(true);
                    return thread;
                });
        janitor.allowCoreThreadTimeOut(true);
        return open(folder, bound, janitor);
    }

    static DiskCache open(Path folder, long bound, ExecutorService janitor) throws IOException {
        for (int shard = 0; shard < SHARDS; shard++) {
            Files.createDirectories(folder.resolve(HexFormat.of().toHexDigits((byte) shard)));
        }
        var cache = new DiskCache(folder, KeptFiles.found(folder, bound, room(folder)), janitor);
        cache.trim();
        return cache;
    }

    private static long room(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace() / 100 * (100 - LEFT_PERCENT);
    }

    /** A blob's bytes, or null if they are not kept. */
    byte @Nullable [] get(BlobName name) {
        if (!kept.use(name)) {
            return null;
        }
        try {
            byte[] file = Files.readAllBytes(path(name));
            int length = file.length - SUM;
            if (length >= 0
                    && sum(ByteBuffer.wrap(file, 0, length))
                            == ByteBuffer.wrap(file).getInt(length)) {
                return Arrays.copyOf(file, length);
            }
            log.warn("blob.cache-damaged file={}", path(name));
        } catch (NoSuchFileException e) {
            log.debug("blob.cache-gone file={}", path(name));
        } catch (IOException e) {
            log.warn("blob.cache-unreadable file={} cause={}", path(name), e.toString());
        }
        remove(name);
        return null;
    }

    void put(BlobName name, byte[] bytes) {
        Written written = write(name, ByteBuffer.wrap(bytes));
        if (written != null) {
            keep(written);
        }
    }

    /** Writes a blob, to be followed by {@link #keep} or {@link #drop}; null if the disk did not take it, or there is one. */
    @Nullable
    Written write(BlobName name, ByteBuffer bytes) {
        if (kept.has(name, bytes.remaining() + SUM)) {
            return null;
        }
        Path file = path(name).resolveSibling(UUID.randomUUID() + TEMPORARY);
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer sum = ByteBuffer.allocate(SUM).putInt(sum(bytes)).flip();
            writeAll(channel, bytes.duplicate());
            writeAll(channel, sum);
            return new Written(name, file, bytes.remaining() + SUM);
        } catch (IOException e) {
            log.warn("blob.cache-full file={} cause={}", file, e.toString());
            delete(file);
            giveWay();
            return null;
        }
    }

    void keep(Written written) {
        try {
            Files.move(written.file(), path(written.name()), StandardCopyOption.ATOMIC_MOVE);
            if (kept.add(written.name(), written.length())) {
                trimLater();
            }
        } catch (IOException e) {
            log.warn("blob.cache-lost file={} cause={}", written.file(), e.toString());
            drop(written);
        }
    }

    private void trimLater() {
        try {
            janitor.execute(this::trim);
        } catch (RejectedExecutionException e) {
            // closed: the next start trims
        }
    }

    void drop(Written written) {
        delete(written.file());
    }

    void remove(BlobName name) {
        kept.remove(name);
        delete(path(name));
    }

    /** Removes what was not used for longest, until the rest is within the bound. */
    private void trim() {
        for (BlobName name = kept.surplus(); name != null; name = kept.surplus()) {
            delete(path(name));
        }
    }

    /** The disk is full before the bound is reached: others need it, too. */
    private void giveWay() {
        for (int i = 0; i < GIVEN_AT_ONCE; i++) {
            BlobName name = kept.oldest();
            if (name != null) {
                delete(path(name));
            }
        }
    }

    /** Bytes of all files that are kept. */
    long bytes() {
        return kept.bytes();
    }

    /** Nothing is removed any more. */
    @Override
    public void close() {
        janitor.shutdown();
    }

    private Path path(BlobName name) {
        return folder.resolve(name.shard()).resolve(name + KEPT);
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static int sum(ByteBuffer bytes) {
        var sum = new CRC32C();
        sum.update(bytes.duplicate());
        return (int) sum.getValue();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.warn("blob.cache-stuck file={} cause={}", file, e.toString());
        }
    }

    /** @param length of the file, in bytes */
    record Written(BlobName name, Path file, long length) {}
}
