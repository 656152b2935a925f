package io.oxicloud.rest;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Refuses an absent body, so that resource methods need not ask; see {@link OptionalBody}. */
final class BodyPresence implements ReaderInterceptor {
    @Override
    public @Nullable Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
        Object body = context.proceed();
        if (body == null
                && Arrays.stream(context.getAnnotations())
                        .noneMatch(mark -> mark.annotationType() == OptionalBody.class)) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the request needs a JSON body");
        }
        return body;
    }
}
