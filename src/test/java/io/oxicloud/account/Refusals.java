package io.oxicloud.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/** What a test says of a call that must be refused. */
final class Refusals {
    private Refusals() {}

    static CloudException refused(ErrorCode code, Executable call) {
        var refusal = assertThrows(CloudException.class, call);
        assertEquals(code, refusal.code(), refusal.message());
        return refusal;
    }

    static CloudException refused(ErrorCode code, @Nullable String reason, Executable call) {
        CloudException refusal = refused(code, call);
        assertEquals(reason, refusal.reason());
        return refusal;
    }
}
