package io.oxicloud.blob.s3;

import io.oxicloud.blob.object.ObjectFailures;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** What the SDK's exceptions mean. */
final class S3Failures {
    private static final int NOT_FOUND = 404;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    /** There is one; somebody is putting one right now; the service knows no such condition. */
    private static final Set<Integer> CONDITION_REFUSED = Set.of(412, 409, 501);

    private S3Failures() {}

    static IOException of(String what, SdkException failure) {
        if (failure instanceof AwsServiceException refusal) {
            return ObjectFailures.refused(what, refusal.statusCode(), code(refusal));
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException || cause instanceof AbortedException) {
                Thread.currentThread().interrupt();
                return new ClosedByInterruptException();
            }
            if (cause instanceof IOException) {
                return new IOException(what + ": " + cause, cause);
            }
        }
        return new IOException(what + ": " + failure.getMessage(), failure);
    }

    static boolean isConditionRefused(SdkException failure) {
        return failure instanceof AwsServiceException refusal && CONDITION_REFUSED.contains(refusal.statusCode());
    }

    /** Whether something is not there: the object, if the service says no more. */
    static boolean isMissing(SdkException failure) {
        return is(failure, NOT_FOUND) && !"NoSuchBucket".equals(code((AwsServiceException) failure));
    }

    /** Whether it is certain that it is the object. */
    static boolean saysObject(SdkException failure) {
        return is(failure, NOT_FOUND) && "NoSuchKey".equals(code((AwsServiceException) failure));
    }

    static boolean isPastTheEnd(SdkException failure) {
        return is(failure, RANGE_NOT_SATISFIABLE);
    }

    private static boolean is(SdkException failure, int status) {
        return failure instanceof AwsServiceException refusal && refusal.statusCode() == status;
    }

    private static @Nullable String code(AwsServiceException refusal) {
        return refusal.awsErrorDetails() == null
                ? null
                : refusal.awsErrorDetails().errorCode();
    }
}
