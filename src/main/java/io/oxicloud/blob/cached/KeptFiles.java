package io.oxicloud.blob.cached;

import io.oxicloud.blob.BlobName;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which files a disk cache keeps and how long they are, in the order of their last use. Thread-safe. */
final class KeptFiles {
    private final Map<BlobName, Long> lengths = new LinkedHashMap<>(16, 0.75f, true);
    private final long bound;
    private long bytes;

    KeptFiles(long bound) {
        this.bound = bound;
    }

    /**
     * Those of a folder, by the time of their writing; deletes what was being written when the process ended.
     *
     * @param room bytes that may come beside those that are there
     */
    static KeptFiles found(Path folder, long bound, long room) throws IOException {
        List<Found> all = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(DiskCache.TEMPORARY)) {
                    Files.deleteIfExists(file);
                } else if (name.endsWith(DiskCache.KEPT)) {
                    BlobName.parse(name.substring(0, name.length() - DiskCache.KEPT.length()))
                            .ifPresent(
                                    blob -> all.add(new Found(blob, attributes.size(), attributes.lastModifiedTime())));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        all.sort(Comparator.comparing(Found::written));
        long there = all.stream().mapToLong(Found::length).sum();
        var kept = new KeptFiles(Math.min(bound, there + room));
        all.forEach(file -> kept.add(file.name(), file.length()));
        return kept;
    }

    synchronized boolean has(BlobName name, long length) {
        Long known = lengths.get(name);
        return known != null && known == length;
    }

    /** Whether it is kept; if so, it is the one used last. */
    synchronized boolean use(BlobName name) {
        return lengths.get(name) != null;
    }

    /** Whether there is more than the bound now. */
    synchronized boolean add(BlobName name, long length) {
        Long before = lengths.put(name, length);
        bytes += length - (before == null ? 0 : before);
        return bytes > bound;
    }

    synchronized void remove(BlobName name) {
        Long length = lengths.remove(name);
        bytes -= length == null ? 0 : length;
    }

    /** Takes out the one that was not used for longest if there is more than the bound; null if there is not. */
    synchronized @Nullable BlobName surplus() {
        return bytes <= bound ? null : oldest();
    }

    /** Takes out the one that was not used for longest; null if there is none. */
    synchronized @Nullable BlobName oldest() {
        Iterator<Map.Entry<BlobName, Long>> oldest = lengths.entrySet().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Map.Entry<BlobName, Long> entry = oldest.next();
        BlobName name = entry.getKey();
        bytes -= entry.getValue();
        oldest.remove();
        return name;
    }

    synchronized long bytes() {
        return bytes;
    }

    private record Found(BlobName name, long length, FileTime written) {}
}
