package io.oxicloud.blob;

import io.oxicloud.base.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps blobs as files below a folder, {@code .blobs/ab/<name>.blob}. Several nodes may share the folder if its file
 * system renames atomically for all of them.
 */
public final class LocalBlobBackend implements BlobBackend {
    static final String TEMPORARY = ".tmp";

    private static final String BLOB = ".blob";

    private static final int SHARDS = 256;
    private static final int SHARDS_AT_ONCE = 16;

    private final Path blobs;
    private final FolderSync folders;
    private final AtomicInteger nextShard = new AtomicInteger();

    private LocalBlobBackend(Path blobs, FolderSync folders) {
        this.blobs = blobs;
        this.folders = folders;
    }

    /**
     * Opens the store below {@code root}; makes its folders if they are not there.
     *
     * @throws IOException if they cannot be made or written; the message is for the administrator
     */
    public static LocalBlobBackend open(Path root) throws IOException {
        Path blobs = root.resolve(".blobs");
        try {
            for (int shard = 0; shard < SHARDS; shard++) {
                Files.createDirectories(shard(blobs, shard));
            }
            probe(blobs);
            var folders = FolderSync.of(blobs);
            folders.sync(blobs);
            return new LocalBlobBackend(blobs, folders);
        } catch (IOException e) {
            throw new IOException("the storage folder " + blobs.toAbsolutePath() + " cannot be used: " + e, e);
        }
    }

    @Override
    public BlobBatch batch() {
        return new LocalBlobBatch(this, folders);
    }

    @Override
    public void replace(BlobName name, ByteBuffer bytes) throws IOException {
        try (var batch = new LocalBlobBatch(this, folders)) {
            batch.replace(name, bytes);
            batch.sync();
        }
    }

    @Override
    public InputStream open(BlobName name) throws IOException {
        return Files.newInputStream(path(name));
    }

    @Override
    public InputStream open(BlobName name, ByteRange range) throws IOException {
        var channel = FileChannel.open(path(name), StandardOpenOption.READ);
        try {
            if (channel.size() < range.end()) {
                throw new EOFException(name + " has " + channel.size() + " bytes, wanted up to " + range.end());
            }
            channel.position(range.start());
            return new RangeStream(Channels.newInputStream(channel), range.length());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public OptionalLong size(BlobName name) throws IOException {
        try {
            return OptionalLong.of(Files.size(path(name)));
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void delete(BlobName name) throws IOException {
        Files.deleteIfExists(path(name));
    }

    /** Looks through the next sixteenth of the folders, and through what {@link #health} may have left. */
    @Override
    public void removeLeftovers(Instant olderThan) throws IOException {
        removeLeftovers(blobs, olderThan);
        for (int i = 0; i < SHARDS_AT_ONCE; i++) {
            int shard = Math.floorMod(nextShard.getAndIncrement(), SHARDS);
            removeLeftovers(shard(blobs, shard), olderThan);
        }
    }

    @Override
    public List<StoredBlob> list(int firstByte) throws IOException {
        List<StoredBlob> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(shard(blobs, firstByte))) {
            for (Path file : files) {
                Optional<BlobName> name = name(file).filter(n -> file.equals(path(n)));
                if (name.isPresent()) {
                    size(name.get()).ifPresent(size -> found.add(new StoredBlob(name.get(), size)));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(null);
        return found;
    }

    @Override
    public List<String> strays(Instant olderThan, int max) throws IOException {
        List<String> found = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            Path folder = shard(blobs, shard);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    boolean blob = name(file).filter(n -> file.equals(path(n))).isPresent();
                    if (!blob && changedBefore(file, olderThan) && found.size() < max) {
                        found.add(blobs.relativize(file).toString());
                    }
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return found;
    }

    @Override
    public BlobHealth health() {
        try {
            probe(blobs);
            return new BlobHealth(true, "local", "ok", Files.getFileStore(blobs).getUsableSpace());
        } catch (IOException e) {
            return new BlobHealth(false, "local", "cannot write to " + blobs.toAbsolutePath() + ": " + e, null);
        }
    }

    Path path(BlobName name) {
        return blobs.resolve(name.shard()).resolve(name + BLOB);
    }

    private static Path shard(Path blobs, int shard) {
        return blobs.resolve(HexFormat.of().toHexDigits((byte) shard));
    }

    private static Optional<BlobName> name(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(BLOB)
                ? BlobName.parse(name.substring(0, name.length() - BLOB.length()))
                : Optional.empty();
    }

    /** False also for a file that is gone: then its writer has just ended. */
    private static boolean changedBefore(Path file, Instant when) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(when);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static void removeLeftovers(Path folder, Instant olderThan) throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, "*" + TEMPORARY)) {
            for (Path leftover : leftovers) {
                if (changedBefore(leftover, olderThan)) {
                    Files.deleteIfExists(leftover);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static void probe(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "probe", TEMPORARY);
        try {
            Files.write(probe, new byte[1]);
        } finally {
            Files.delete(probe);
        }
    }
}
