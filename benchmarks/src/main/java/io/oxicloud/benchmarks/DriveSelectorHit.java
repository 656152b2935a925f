package io.oxicloud.benchmarks;

import io.oxicloud.base.Actor;
import io.oxicloud.drive.DriveView;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The product's answer from memory alone, without a loop that reads the clock. Asks: nanoseconds, and bytes allocated. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DriveSelectorHit {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final PostgresServer server;
    private final Product product;
    private final Actor.User user;

    /** JMH makes one in the JVM that measures. */
    public DriveSelectorHit() {
        try {
            server = PostgresServer.start(1);
            product = new Product(server);
            user = DriveWorld.make(product, 1).users().get(0);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Benchmark
    @Threads(1)
    public DriveView oneThread() {
        return product.drives().select(user, DriveWorld.EDITED);
    }

    @Benchmark
    @Threads(2)
    public DriveView twoThreads() {
        return product.drives().select(user, DriveWorld.EDITED);
    }

    @TearDown
    public void close() throws IOException {
        product.close();
        server.close();
    }

    static void measure(Page page) throws RunnerException {
        var options = new OptionsBuilder()
                .include(DriveSelectorHit.class.getName())
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build();
        page.table("after, by JMH", "ns/request", "± (99.9 %)", "B/request");
        for (RunResult result : new Runner(options).run()) {
            var time = result.getPrimaryResult();
            page.row(
                    result.getParams().getThreads() == 1 ? "1 thread" : "2 threads, one user",
                    Page.number(time.getScore()),
                    Page.number(time.getScoreError()),
                    Page.number(allocated(result)));
        }
        page.line("");
    }

    private static double allocated(RunResult result) {
        return Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED), ALLOCATED)
                .getScore();
    }
}
