package io.oxicloud.benchmarks;

/**
 * What herds cost.
 *
 * @param queries per herd, as the database counted them
 */
record Herded(HerdLoop.Figures figures, double queries) {
    double wallMillis() {
        return figures.wallMillis(0.5);
    }
}
