package io.oxicloud.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the embedded database has acknowledged outlives the process, also when many commit at once, and is never half there. */
class CommitsTest {
    private static final int ROUNDS = Boolean.getBoolean("full") ? 40 : 6;
    private static final long COMMITS_BEFORE_A_KILL = 1000;
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    Path folder;

    @Test
    void noAcknowledgedCommitIsLostInAKill() throws Exception {
        Committer.prepare(folder);
        for (int round = 0; round < ROUNDS; round++) {
            commitAndKill();
            ByteBuffer acknowledged = ByteBuffer.wrap(Files.readAllBytes(Committer.acknowledged(folder)));
            try (Connection connection = Committer.connect(Committer.login(folder));
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery("select thread, number, (select max(number) from entry"
                            + " where entry.thread = last.thread) from last order by thread")) {
                while (rows.next()) {
                    String where = "round " + round + ", thread " + rows.getInt(1);
                    long last = rows.getLong(2);
                    assertEquals(last, rows.getLong(3), where);
                    assertTrue(
                            last >= acknowledged.getLong(rows.getInt(1) * Long.BYTES),
                            where + ": " + last + " of " + acknowledged.getLong(rows.getInt(1) * Long.BYTES));
                }
            }
        }
    }

    private void commitAndKill() throws Exception {
        long before = sum();
        long commits = COMMITS_BEFORE_A_KILL + ThreadLocalRandom.current().nextLong(COMMITS_BEFORE_A_KILL);
        Process committer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Committer.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (sum() - before < commits) {
                assertTrue(
                        committer.isAlive() && System.nanoTime() < end,
                        "commits no more: " + Files.readString(folder.resolve("output")));
                Thread.sleep(1);
            }
        } finally {
            committer.destroyForcibly().waitFor();
        }
    }

    private long sum() throws Exception {
        ByteBuffer acknowledged = ByteBuffer.wrap(Files.readAllBytes(Committer.acknowledged(folder)));
        long sum = 0;
        while (acknowledged.hasRemaining()) {
            sum += acknowledged.getLong();
        }
        return sum;
    }
}
