package io.oxicloud.benchmarks;

import io.oxicloud.blob.LocalBlobBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** A blob backend on this machine's disk, in a folder that goes with it. */
final class BlobFolder implements AutoCloseable {
    private final Path root;
    private final LocalBlobBackend backend;

    private BlobFolder(Path root, LocalBlobBackend backend) {
        this.root = root;
        this.backend = backend;
    }

    static BlobFolder make() throws IOException {
        Path root = Files.createTempDirectory("oxicloud-benchmark");
        return new BlobFolder(root, LocalBlobBackend.open(root));
    }

    LocalBlobBackend backend() {
        return backend;
    }

    /** Files under the names of blobs. */
    long blobs() throws IOException {
        return files().stream()
                .filter(file -> file.toString().endsWith(".blob"))
                .count();
    }

    /** All other files. */
    long leftovers() throws IOException {
        return files().size() - blobs();
    }

    /** Removes all files. */
    void clear() throws IOException {
        for (Path file : files()) {
            Files.delete(file);
        }
    }

    private List<Path> files() throws IOException {
        try (var all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (var walk = Files.walk(root)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
