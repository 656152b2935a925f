package io.oxicloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.SynchronousQueue;

/** What this machine can do at all, from which the limits follow. */
record Calibration(
        int cores,
        double queryMicros,
        double mapLookUpNanos,
        double clockNanos,
        double wakeUpMicros,
        double copyGigabytesPerSecond) {
    private static final int ROUNDS = 2_000;

    static Calibration take(PostgresServer server) throws SQLException, InterruptedException {
        return new Calibration(
                Runtime.getRuntime().availableProcessors(),
                timeQuery(server),
                timeMapLookUp(new ConcurrentHashMap<>()),
                timeClock(),
                timeWakeUp(),
                timeCopy());
    }

    void print(Page page, PostgresServer server) throws SQLException {
        page.line("Machine: " + processor() + ", " + cores + " cores; " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + "; Java " + System.getProperty("java.vm.version")
                + "; load average "
                + load() + " when it began; PostgreSQL " + server.ask("show server_version")
                + " on the same machine, fsync " + server.ask("show fsync") + ", shared_buffers "
                + server.ask("show shared_buffers") + ".");
        page.line("");
        page.table("calibration", "value");
        page.row("`select 1` over TCP, p50", Page.number(queryMicros) + " µs");
        page.row("`ConcurrentHashMap.get`", Page.number(mapLookUpNanos) + " ns");
        page.row("`System.nanoTime`", Page.number(clockNanos) + " ns");
        page.row("hand-over to a sleeping thread, p50", Page.number(wakeUpMicros) + " µs");
        page.row("`System.arraycopy`", Page.number(copyGigabytesPerSecond) + " GB/s");
        page.line("");
    }

    private static double timeQuery(PostgresServer server) throws SQLException {
        var times = new Histogram();
        try (var connection = server.pool().getConnection();
                var statement = connection.prepareStatement("select 1")) {
            for (int i = 0; i < 2 * ROUNDS; i++) {
                long begin = System.nanoTime();
                statement.executeQuery().close();
                if (i >= ROUNDS) {
                    times.record(System.nanoTime() - begin);
                }
            }
        }
        return times.percentile(0.5) / 1e3;
    }

    private static double timeMapLookUp(ConcurrentMap<UUID, Integer> map) {
        var keys = new UUID[1_000];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new UUID(i * 31L, i);
            map.put(keys[i], i);
        }
        long sink = 0;
        long begin = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            begin = round == ROUNDS ? System.nanoTime() : begin;
            for (UUID key : keys) {
                Integer value = map.get(key);
                sink += value == null ? 0 : value;
            }
        }
        long nanos = System.nanoTime() - begin;
        GateFailedException.check(sink > 0, "every key is in the map");
        return (double) nanos / ROUNDS / keys.length;
    }

    private static double timeClock() {
        long begin = System.nanoTime();
        long last = begin;
        int calls = 2_000_000;
        for (int i = 0; i < calls; i++) {
            last = System.nanoTime();
        }
        return (double) (last - begin) / calls;
    }

    /** Half of the way there and back. */
    private static double timeWakeUp() throws InterruptedException {
        var there = new SynchronousQueue<Integer>();
        var back = new SynchronousQueue<Integer>();
        var echo = new Thread(() -> {
            try {
                for (int i = 0; i < 2 * ROUNDS; i++) {
                    back.put(there.take());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        echo.start();
        var times = new Histogram();
        for (int i = 0; i < 2 * ROUNDS; i++) {
            long begin = System.nanoTime();
            there.put(i);
            back.take();
            if (i >= ROUNDS) {
                times.record((System.nanoTime() - begin) / 2);
            }
        }
        echo.join();
        return times.percentile(0.5) / 1e3;
    }

    private static double timeCopy() {
        var source = new byte[64 << 20];
        var target = new byte[64 << 20];
        long begin = 0;
        for (int i = 0; i < 20; i++) {
            begin = i == 10 ? System.nanoTime() : begin;
            System.arraycopy(source, 0, target, 0, source.length);
        }
        return 10.0 * source.length / (System.nanoTime() - begin);
    }

    private static String processor() {
        return firstLine("/proc/cpuinfo", "model name").replaceFirst(".*:\\s*", "");
    }

    private static String load() {
        return firstLine("/proc/loadavg", "").replaceFirst(" .*", "");
    }

    private static String firstLine(String file, String start) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(start)).findFirst().orElse("unknown");
        } catch (IOException e) {
            return "unknown"; // not Linux
        }
    }
}
