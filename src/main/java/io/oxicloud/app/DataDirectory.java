package io.oxicloud.app;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The folder that belongs to this copy of the product while it runs: a lock file keeps other processes, and other copies in
 * this one, out.
 */
final class DataDirectory implements AutoCloseable {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path folder;
    private final FileChannel lock;

    private DataDirectory(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Makes the folder where it does not exist, and takes it.
     *
     * @throws StartFailure if it cannot be written, or is taken
     */
    static DataDirectory open(Path path) {
        Path folder = path.toAbsolutePath().normalize();
        try {
            OwnFolder.make(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!taken(channel)) {
                channel.close();
                throw new StartFailure(
                        "the data directory " + folder
                                + " is in use by another running OxiCloud; stop that one, or set OXICLOUD_DATA to another folder");
            }
            return new DataDirectory(folder, channel);
        } catch (FileAlreadyExistsException e) {
            throw new StartFailure(
                    "the data directory " + folder + " cannot be used: " + e.getFile() + " is not a folder");
        } catch (IOException e) {
            throw new StartFailure("the data directory " + folder + " cannot be written (" + e
                    + "); set OXICLOUD_DATA to another folder");
        }
    }

    Path path() {
        return folder;
    }

    Path resolve(String name) {
        return folder.resolve(name);
    }

    /** The text in one of its small files, without blanks around it; nothing if there is no such file. */
    Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(folder.resolve(name), StandardCharsets.UTF_8)
                    .strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StartFailure(folder.resolve(name) + " cannot be read (" + e + ")");
        }
    }

    /** Replaces the file as a whole, durably, readable by the owner only where the file system knows owners. */
    void write(String name, String text) {
        Path temporary = folder.resolve(name + ".new");
        try {
            Files.deleteIfExists(temporary);
            createForOwner(temporary);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                channel.write(StandardCharsets.UTF_8.encode(text + "\n"));
                channel.force(true);
            }
            Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StartFailure(folder.resolve(name) + " cannot be written (" + e + ")");
        }
    }

    void delete(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw new StartFailure(folder.resolve(name) + " cannot be removed (" + e + ")");
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static boolean taken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // another copy in this JVM
        }
    }

    private static void createForOwner(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, OWNER_ONLY);
        } else {
            Files.createFile(file);
        }
    }
}
