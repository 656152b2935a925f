package io.oxicloud.benchmarks;

/** One question, asked of the way it was done and the way it is done, in the same run. */
interface Benchmark extends AutoCloseable {
    /**
     * Proves that both arms do the same, and that the new one keeps its promises.
     *
     * @throws GateFailedException if not: no figure counts then
     */
    void gate() throws Exception;

    /** Measures both arms and writes the figures. */
    Verdict measure(Page page) throws Exception;

    @Override
    void close();

    /** What the figures mean; the exit status of the run. */
    enum Verdict {
        /** Better than before, and at least as good as the figure to beat. */
        MET(0),
        /** Not better than before: to be taken back. */
        ROLL_BACK(2),
        /** Better than before, but short of the figure to beat: the page says why. */
        SHORT(3);

        private final int exitStatus;

        Verdict(int exitStatus) {
            this.exitStatus = exitStatus;
        }

        int exitStatus() {
            return exitStatus;
        }
    }
}
