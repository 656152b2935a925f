package io.oxicloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** An upload whose chunks are files of a folder, and the two ways to know what has come: to ask the folder, and to keep count. */
final class FolderSession {
    private final Path folder;
    private final Map<Path, AtomicLong> counters = new ConcurrentHashMap<>();

    FolderSession(Path folder) {
        this.folder = folder;
    }

    void write(int number, int length) throws IOException {
        AtomicLong counter = counter(); // before the chunk is there, or it would count twice
        Path chunk = chunk(number);
        long former = Files.exists(chunk) ? Files.size(chunk) : 0;
        writeNew(number, length);
        counter.addAndGet(length - former);
    }

    /** Without a look at what was there, and without counting. */
    void writeNew(int number, int length) throws IOException {
        Files.write(chunk(number), new byte[length]);
    }

    void count(int length) throws IOException {
        counter().addAndGet(length);
    }

    void delete(int number) throws IOException {
        AtomicLong counter = counter();
        long former = Files.size(chunk(number));
        Files.delete(chunk(number));
        counter.addAndGet(-former);
    }

    /** As a process that has just begun. */
    void forget() {
        counters.clear();
    }

    long scanned() throws IOException {
        List<Path> chunks;
        try (Stream<Path> all = Files.list(folder)) {
            chunks = all.toList();
        }
        long total = 0;
        for (Path chunk : chunks) {
            total += Files.size(chunk);
        }
        return total;
    }

    long counted() throws IOException {
        return counter().get();
    }

    private AtomicLong counter() throws IOException {
        AtomicLong known = counters.get(folder);
        if (known == null) {
            counters.putIfAbsent(folder, new AtomicLong(scanned()));
            known = counters.get(folder);
        }
        return known;
    }

    private Path chunk(int number) {
        return folder.resolve(String.format(Locale.ROOT, "%05d", number));
    }

    void clear() throws IOException {
        List<Path> chunks;
        try (Stream<Path> all = Files.list(folder)) {
            chunks = all.toList();
        }
        for (Path chunk : chunks) {
            Files.delete(chunk);
        }
        forget();
    }
}
