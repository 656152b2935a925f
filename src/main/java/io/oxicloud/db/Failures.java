package io.oxicloud.db;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.hibernate.TransactionException;
import org.hibernate.exception.ConstraintViolationException;
import org.jspecify.annotations.Nullable;

/**
 * What a failed transaction means, by SQLState: the two drivers and Hibernate agree on no exception class, but on these.
 */
final class Failures {
    static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(5);
    private static final int DEEPEST = 16;

    /** The transaction lost against another one; the whole unit of work may be done again. */
    private static final Set<String> LOST_A_RACE = Set.of("40001", "40P01");
    /** Waited too long for a row, or ran too long. */
    private static final Set<String> TOO_SLOW = Set.of("HYT00", "55P03", "57014");
    /** Server shutting down or starting; H2: broken, closed, being closed, object already closed; no connections left. */
    private static final Set<String> GONE =
            Set.of("57P01", "57P02", "57P03", "53300", "90067", "90098", "90121", "90007", "90031");

    private Failures() {}

    static RuntimeException translate(String name, RuntimeException failure) {
        if (failure instanceof CloudException || failure instanceof DuplicateException) {
            return failure;
        }
        String state = sqlState(failure);
        if (state.equals("23505")) {
            return new DuplicateException(constraint(failure), failure);
        }
        if (LOST_A_RACE.contains(state) || TOO_SLOW.contains(state) || outOfTime(failure)) {
            return new CloudException(ErrorCode.BUSY, "too many changes at the same time, try again", failure)
                    .withReason(name)
                    .withRetryAfter(SOON);
        }
        if (isGone(state)) {
            return gone(failure);
        }
        if (find(failure, OptimisticLockException.class) != null) {
            return new CloudException(ErrorCode.CONFLICT, "changed by somebody else meanwhile", failure);
        }
        return failure;
    }

    static CloudException gone(@Nullable Throwable cause) {
        return new CloudException(ErrorCode.BACKEND_DOWN, "the database does not answer", cause).withRetryAfter(LATER);
    }

    /** Worth doing again from the start: nothing was committed, and the reason has passed. */
    static boolean lostARace(RuntimeException failure) {
        return LOST_A_RACE.contains(sqlState(failure)) || find(failure, OptimisticLockException.class) != null;
    }

    /** Hibernate's own word that the transaction's time is up, before it asks the database anything more. */
    private static boolean outOfTime(RuntimeException failure) {
        var transaction = find(failure, TransactionException.class);
        return transaction != null && transaction.getCause() == null;
    }

    static boolean isGone(String state) {
        return state.startsWith("08") || GONE.contains(state);
    }

    /** The first state on the way to the root, or the empty text. */
    static String sqlState(@Nullable Throwable failure) {
        for (int depth = 0; failure != null && depth < DEEPEST; depth++, failure = failure.getCause()) {
            if (failure instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    private static String constraint(RuntimeException failure) {
        var violation = find(failure, ConstraintViolationException.class);
        return violation == null ? "" : constraintName(violation.getConstraintName());
    }

    /** PostgreSQL says {@code uq_x}; H2 {@code public.uq_x INDEX public.uq_x_INDEX_3}. */
    static String constraintName(@Nullable String raw) {
        if (raw == null) {
            return "";
        }
        int blank = raw.indexOf(' ');
        String qualified = blank < 0 ? raw : raw.substring(0, blank);
        return qualified.substring(qualified.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static <E extends Throwable> @Nullable E find(@Nullable Throwable failure, Class<E> type) {
        for (int depth = 0; failure != null && depth < DEEPEST; depth++, failure = failure.getCause()) {
            if (type.isInstance(failure)) {
                return type.cast(failure);
            }
        }
        return null;
    }
}
