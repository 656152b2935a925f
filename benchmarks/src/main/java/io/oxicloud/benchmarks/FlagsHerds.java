package io.oxicloud.benchmarks;

import java.sql.Connection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Lets herds ask for the flags of one user. */
final class FlagsHerds {
    private final PostgresServer server;

    FlagsHerds(PostgresServer server) {
        this.server = server;
    }

    Herded gathered(int callers, int rounds, FlagsArm arm) throws Exception {
        try (Connection lock = server.connect()) {
            return run(callers, rounds, new Gathered(arm, lock));
        }
    }

    Herded atOnce(int callers, int rounds, FlagsArm arm) throws Exception {
        return run(callers, rounds, new HerdLoop.Herd() {
            @Override
            public void makeCold() {
                arm.forget();
            }

            @Override
            public void call() {
                arm.ask();
            }
        });
    }

    private Herded run(int callers, int rounds, HerdLoop.Herd herd) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            var loop = new HerdLoop(callers, threads);
            loop.run(rounds / 3, herd); // to warm up
            long queries = server.queries();
            HerdLoop.Figures figures = loop.run(rounds, herd);
            return new Herded(figures, (double) (server.queries() - queries) / rounds);
        } finally {
            threads.shutdownNow();
        }
    }
}
