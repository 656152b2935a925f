package io.oxicloud.benchmarks;

/** The two arms of a benchmark do not do the same. */
final class GateFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private GateFailedException(String message) {
        super(message);
    }

    static void check(boolean holds, String promise) {
        if (!holds) {
            throw new GateFailedException("not true: " + promise);
        }
    }

    static void checkEqual(Object expected, Object actual, String promise) {
        if (!expected.equals(actual)) {
            throw new GateFailedException("not true: " + promise + "; expected " + expected + ", was " + actual);
        }
    }
}
