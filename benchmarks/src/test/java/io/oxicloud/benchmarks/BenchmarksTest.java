package io.oxicloud.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every benchmark as a whole, far too briefly to measure: what counts is that its gate passes. */
@Timeout(300)
class BenchmarksTest {
    @Test
    void theArmsOfUserFlagsDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = UserFlagsBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfDriveSelectorDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = DriveSelectorBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfIngestRateDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = IngestRateBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfZipStreamDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = ZipStreamBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfIngestSetDoTheSame() throws Exception {
        try (Benchmark benchmark = new IngestSetBenchmark(Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfFramesDoTheSame() throws Exception {
        try (Benchmark benchmark = new FramesBenchmark(Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfRowPathDoTheSame() throws Exception {
        try (Benchmark benchmark = new RowPathBenchmark(Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfPropfindXmlDoTheSame() throws Exception {
        try (Benchmark benchmark = new PropfindXmlBenchmark(Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfIngestOverlapDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(2);
                Benchmark benchmark = OverlapBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfSessionGateDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = SessionGateBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfCloudDownloadDoTheSame() throws Exception {
        try (Benchmark benchmark = new CloudDownloadBenchmark(Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    @Test
    void theArmsOfContentRangeDoTheSame() throws Exception {
        try (PostgresServer server = PostgresServer.start(20);
                Benchmark benchmark = RangeBenchmark.open(server, Sizes.QUICK)) {
            assertRuns(benchmark);
        }
    }

    /** JMH makes it in a JVM of its own, out of sight. */
    @Test
    void whatJmhMeasuresAnswers() throws Exception {
        var hit = new DriveSelectorHit();

        assertEquals(DriveWorld.EDITED, hit.oneThread().name());
        assertEquals(hit.oneThread(), hit.twoThreads());
        hit.close();
    }

    private static void assertRuns(Benchmark benchmark) throws Exception {
        var page = new Page();

        benchmark.gate();
        benchmark.measure(page);

        assertTrue(page.toString().contains("Verdict: "), page.toString());
    }
}
