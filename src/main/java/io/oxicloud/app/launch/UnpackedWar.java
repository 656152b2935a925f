package io.oxicloud.app.launch;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The WAR's contents as files below {@code DATA/run}, unpacked once per build. Running it from nested jars instead takes
 * minutes to start.
 *
 * <p>Holds a lock on {@code DATA/run} until it is closed, so that a second start does not remove what the first one runs
 * on.
 */
final class UnpackedWar implements AutoCloseable {
    private static final String LAUNCHER = "WEB-INF/launcher/";
    private static final String WEBAPP = "webapp";
    private static final String INDEX = "classes.index";
    private static final String LAUNCH_CLASSES = "io/oxicloud/app/launch/";

    private final Path folder;

    private final FileChannel lock;

    private UnpackedWar(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Unpacks, or finds that it was done before.
     *
     * @throws StartException if the data directory cannot be written or another start holds it
     */
    static UnpackedWar into(Path data, Path war) throws StartException {
        try {
            make(data);
            Path run = Files.createDirectories(data.resolve("run"));
            FileChannel lock = lock(data, run);
            String build = Long.toHexString(Files.size(war)) + "-"
                    + Long.toHexString(Files.getLastModifiedTime(war).toMillis());
            Path folder = run.resolve("webapp-" + build);
            Path done = folder.resolve("unpacked");
            if (!Files.exists(done)) {
                removeOld(run);
                unpack(war, folder);
                Path webapp = folder.resolve(WEBAPP);
                ClassIndex.of(webapp).write(folder.resolve(INDEX), webapp);
                Files.createFile(done);
            }
            return new UnpackedWar(folder, lock);
        } catch (IOException e) {
            throw new StartException("the data directory " + data + " cannot be written (" + reason(e)
                    + "); choose another one with --data DIR");
        }
    }

    /** What the server is given as its application. */
    Path webapp() {
        return folder.resolve(WEBAPP);
    }

    /** The {@link ClassIndex} of it. */
    Path index() {
        return folder.resolve(INDEX);
    }

    /** The embedded Tomcat and the launch classes themselves. */
    List<URL> launcherClassPath(Path war) throws IOException {
        List<URL> urls = new ArrayList<>();
        urls.add(url(war));
        try (var jars = Files.newDirectoryStream(folder.resolve("launcher"), "*.jar")) {
            for (Path jar : jars) {
                urls.add(url(jar));
            }
        }
        return urls;
    }

    /** The product without a server around it, and the interfaces of one, which some of its classes name. */
    List<URL> productClassPath() throws IOException {
        Path product = folder.resolve(WEBAPP).resolve("WEB-INF");
        List<URL> urls = new ArrayList<>();
        urls.add(url(product.resolve("classes")));
        for (Path jars : List.of(product.resolve("lib"), folder.resolve("launcher"))) {
            try (var found = Files.newDirectoryStream(jars, "*.jar")) {
                for (Path jar : found) {
                    urls.add(url(jar));
                }
            }
        }
        return urls;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    /** For the owner only, as the product itself would make it. */
    static void make(Path data) throws IOException {
        if (Files.isDirectory(data)) {
            return;
        }
        Path above = data.getParent();
        if (above != null) {
            Files.createDirectories(above);
        }
        if (data.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(
                    data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(data);
        }
    }

    private static FileChannel lock(Path data, Path run) throws IOException, StartException {
        FileChannel channel =
                FileChannel.open(run.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw new StartException("the data directory " + data
                    + " is in use by another running OxiCloud; stop it or choose another one with --data DIR");
        }
        return channel;
    }

    private static void unpack(Path war, Path folder) throws IOException {
        try (var zip = new ZipFile(war.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (entry.isDirectory() || entry.getName().startsWith(LAUNCH_CLASSES)) {
                    continue;
                }
                Path target = target(folder, entry.getName());
                Files.createDirectories(target.resolveSibling("."));
                try (InputStream content = zip.getInputStream(entry)) {
                    Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
                }
                // Last-Modified of what is served
                Files.setLastModifiedTime(target, entry.getLastModifiedTime());
            }
        }
    }

    private static Path target(Path folder, String name) throws IOException {
        Path target = name.startsWith(LAUNCHER)
                ? folder.resolve("launcher").resolve(name.substring(LAUNCHER.length()))
                : folder.resolve(WEBAPP).resolve(name);
        if (!target.normalize().startsWith(folder)) {
            throw new IOException("the WAR holds a bad name: " + name);
        }
        return target.normalize();
    }

    private static void removeOld(Path run) throws IOException {
        try (var folders = Files.newDirectoryStream(run, "webapp-*")) {
            for (Path folder : folders) {
                Files.walkFileTree(folder, new Removal());
            }
        }
    }

    private static String reason(IOException failure) {
        String message = failure.getMessage();
        return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    private static URL url(Path file) throws MalformedURLException {
        return file.toUri().toURL();
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
