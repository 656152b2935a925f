package io.oxicloud.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts into a {@link LocalBlobBackend}. Bytes wait under a temporary name in the folder of the blob until {@link #sync}
 * has forced them to disk; then they are renamed, so that a file under a blob's name is always whole and durable, and
 * one that is found there need not be written again.
 */
final class LocalBlobBatch implements BlobBatch {
    private static final Logger log = LoggerFactory.getLogger(LocalBlobBatch.class);

    private final LocalBlobBackend backend;
    private final FolderSync folderSync;

    /** Where each blob belongs, and where its bytes lie meanwhile. */
    private final Map<Path, Path> written = new HashMap<>();

    /** Of all blobs, also those that were found: whoever renamed them may not have forced the folder yet. */
    private final Set<Path> folders = new HashSet<>();

    LocalBlobBatch(LocalBlobBackend backend, FolderSync folderSync) {
        this.backend = backend;
        this.folderSync = folderSync;
    }

    @Override
    public void put(BlobName name, ByteBuffer bytes) throws IOException {
        Path path = backend.path(name);
        folders.add(path.resolveSibling(""));
        if (!written.containsKey(path) && !isThere(path, bytes.remaining())) {
            replace(name, bytes);
        }
    }

    /** Likewise, whatever is there. */
    void replace(BlobName name, ByteBuffer bytes) throws IOException {
        Path path = backend.path(name);
        Path folder = path.resolveSibling("");
        folders.add(folder);
        Path temporary = path.resolveSibling(UUID.randomUUID() + LocalBlobBackend.TEMPORARY);
        written.put(path, temporary);
        try (var channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer left = bytes.duplicate();
            while (left.hasRemaining()) {
                channel.write(left);
            }
        } catch (IOException e) {
            throw marked(e, folder, bytes.remaining());
        }
    }

    @Override
    public void sync() throws IOException {
        for (Path temporary : written.values()) {
            force(temporary);
        }
        for (var move : written.entrySet()) {
            rename(move.getValue(), move.getKey());
        }
        written.clear();
        for (Path folder : folders) {
            sync(folder);
        }
        folders.clear();
    }

    @Override
    public void close() {
        for (Path temporary : written.values()) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                log.debug("blob.leftover file={} cause={}", temporary, e.toString());
            }
        }
        written.clear();
    }

    private static boolean isThere(Path path, long length) throws IOException {
        try {
            return Files.size(path) == length;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** File systems that allocate late find out only now that there is no room. */
    private static void force(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (IOException e) {
            throw marked(e, file.resolveSibling(""), 1);
        }
    }

    /** A folder may have to grow for a name. */
    private static void rename(Path temporary, Path name) throws IOException {
        try {
            Files.move(temporary, name, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw marked(e, name.resolveSibling(""), 1);
        }
    }

    private void sync(Path folder) throws IOException {
        try {
            folderSync.sync(folder);
        } catch (IOException e) {
            throw marked(e, folder, 1);
        }
    }

    /**
     * Java has no exception of its own for a full disk. The message is the operating system's, perhaps in the
     * administrator's language; so the room that is left is looked at as well.
     */
    static IOException marked(IOException e, Path folder, long wanted) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        boolean full = message.contains("no space left")
                || message.contains("quota exceeded")
                || message.contains("not enough space");
        return full || usable(folder) < wanted ? new BlobStoreFullException("the disk is full", e) : e;
    }

    private static long usable(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
