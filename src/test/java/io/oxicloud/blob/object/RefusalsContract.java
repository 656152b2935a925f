package io.oxicloud.blob.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.Hash;
import io.oxicloud.blob.BlobBackend;
import io.oxicloud.blob.BlobName;
import io.oxicloud.blob.BlobStoreFullException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a service's refusals become, and how often it is asked: a stub says what real servers do not say on demand. */
public interface RefusalsContract {
    BlobName NAME = new BlobName(Hash.of(new byte[Hash.LENGTH]), 7);

    /** A word of the credentials that no message may hold. */
    String SECRET = "c2VjcmV0";

    BlobBackend reach(URI address);

    @Test
    default void eachRefusalIsOfItsKindAndIsNotRepeated() throws IOException {
        assertAll(401, "Unauthorized", AccessDeniedException.class);
        assertAll(403, "SignatureDoesNotMatch", AccessDeniedException.class);
        assertAll(403, "QuotaExceeded", BlobStoreFullException.class);
        assertAll(507, "XMinioStorageFull", BlobStoreFullException.class);
        assertAll(400, "XMinioAdminBucketQuotaExceeded", BlobStoreFullException.class);
        assertAll(500, "InternalError", IOException.class);
        assertAll(503, "SlowDown", IOException.class);
        assertAll(429, "TooManyRequests", IOException.class);
        assertAll(301, "PermanentRedirect", IOException.class);
    }

    private void assertAll(int status, String code, Class<? extends IOException> kind) throws IOException {
        try (var stub = new ServiceStub()) {
            BlobBackend backend = reach(stub.uri());
            List<Executable> calls = List.of(
                    () -> backend.open(NAME),
                    () -> backend.size(NAME),
                    () -> backend.delete(NAME),
                    () -> backend.list(0),
                    () -> backend.put(NAME, ByteBuffer.wrap(new byte[100_000])));
            for (int i = 0; i < calls.size(); i++) {
                stub.answer(status, code);
                int call = i;
                var failure = assertThrows(IOException.class, calls.get(i), () -> status + " " + code + " to " + call);
                assertTrue(failure.toString().contains(String.valueOf(status)), failure::toString);
                if (failure.toString().contains(code)) {
                    assertEquals(kind, failure.getClass(), failure::toString);
                } else {
                    // no answer to HEAD has a body, and the JDK keeps that of a 401 to an upload to itself
                    assertTrue(status == 401 || stub.requests().equals(List.of("HEAD")), failure::toString);
                }
                assertSilent(failure);
                assertEquals(1, stub.requests().size(), () -> call + ": " + stub.requests());
                stub.clear();
            }
            stub.answer(status, code);
            assertFalse(backend.health().connected());
            assertTrue(backend.health().message().contains(code));
            assertFalse(backend.health().message().contains(SECRET));
        }
    }

    private static void assertSilent(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String text = cause.toString();
            assertFalse(text.contains(SECRET) || text.contains("sig=") || text.contains("told"), text);
        }
    }

    @Test
    default void aNewBlobCostsOneRequest() throws IOException {
        try (var stub = new ServiceStub()) {
            stub.answer(201, "");
            reach(stub.uri()).put(NAME, ByteBuffer.allocate(3));

            assertEquals(List.of("PUT *"), stub.requests());
            assertEquals(List.of(3), stub.bodies());
        }
    }

    @Test
    default void aBlobThatIsThereCostsALookAtItsLength() throws IOException {
        try (var stub = new ServiceStub()) {
            stub.answer(alreadyThere(), alreadyThereCode());
            stub.lengthOfAll(3);
            reach(stub.uri()).put(NAME, ByteBuffer.allocate(3));

            assertEquals(List.of("PUT *", "HEAD"), stub.requests());
        }
    }

    @Test
    default void aBlobOfAnotherLengthIsReplacedWithoutACondition() throws IOException {
        try (var stub = new ServiceStub()) {
            stub.answer(alreadyThere(), alreadyThereCode());
            stub.lengthOfAll(2);
            stub.replacing(201);
            reach(stub.uri()).put(NAME, ByteBuffer.allocate(3));

            assertEquals(List.of("PUT *", "HEAD", "PUT"), stub.requests());
            assertEquals(List.of(3, 3), stub.bodies());
        }
    }

    int alreadyThere();

    String alreadyThereCode();

    @Test
    default void anAnswerThatIsTooShortOrIgnoresTheRangeIsAFailure() throws IOException {
        try (var stub = new ServiceStub()) {
            BlobBackend backend = reach(stub.uri());
            stub.answer(200, "", "0123456789".getBytes(UTF_8));

            var failure = assertThrows(IOException.class, () -> backend.open(NAME, new ByteRange(2, 4)));

            assertFalse(failure instanceof NoSuchFileException, failure::toString);
            assertEquals("0123456789", new String(backend.open(NAME).readAllBytes(), UTF_8));
        }
    }
}
