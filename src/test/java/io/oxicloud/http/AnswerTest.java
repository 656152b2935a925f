package io.oxicloud.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.ByteRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final Representation FILE =
            new Representation("file", "text/plain", 10, "\"tag\"", null, "boundary");

    private final List<Part> opened = new ArrayList<>();

    private final class Part implements Body {
        private final @Nullable ByteRange range;
        private boolean closed;

        Part(@Nullable ByteRange range) {
            this.range = range;
            opened.add(this);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(String.valueOf(range).getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private Body body(String range) {
        return Objects.requireNonNull(Answer.of(Map.of("Range", range)::get, false, FILE, Disposition.SAVE, Part::new)
                .body());
    }

    @Test
    void whatWasOpenedForSeveralRangesIsClosedWithThem() throws IOException {
        Body body = body("bytes=0-0,2-2,4-4");

        body.writeTo(new ByteArrayOutputStream());
        assertEquals(3, opened.size());
        body.close();

        assertEquals(List.of(true, true, true), closed());
    }

    @Test
    void whatWasOpenedIsClosedThoughNothingOrNotAllWasWritten() {
        body("bytes=0-0,2-2").close();
        assertEquals(List.of(true), closed());

        Body broken = body("bytes=0-0,2-2");
        assertThrows(
                IOException.class,
                () -> broken.writeTo(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("the client is gone");
                    }
                }));
        broken.close();

        assertEquals(List.of(true, true), closed());
    }

    private List<Boolean> closed() {
        return opened.stream().map(part -> part.closed).toList();
    }
}
