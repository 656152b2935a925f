package io.oxicloud.rest.upload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FormPartsTest {
    private static final String HEAD = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";

    @Test
    void fieldsComeOneAfterTheOther() throws IOException {
        FormParts form = form("""
                a word before
                --b
                Content-Disposition: form-data; name="folder_id"

                 7\s
                --b \s
                content-type: text/plain; charset=utf-8
                Content-Disposition: form-data; name="file"; filename="C:\\dir/plän \\"1%22.txt"

                a
                b

                --b--
                what comes after
                """.replace("\n", "\r\n"));

        FormPart folder = present(form.next());
        assertEquals("folder_id", folder.name());
        assertNull(folder.filename());
        assertEquals("7", folder.text(10));
        FormPart file = present(form.next());
        assertEquals("file", file.name());
        assertEquals("plän \"1\".txt", file.lastSegment("unnamed"));
        assertEquals("text/plain; charset=utf-8", file.type());
        assertEquals("a\r\nb\r\n", new String(file.bytes().readAllBytes(), StandardCharsets.UTF_8));
        assertNull(form.next());
        assertNull(form.next());
    }

    /** As long as a head may be, of every kind of letter there is. */
    @Test
    void aNameIsReadHoweverLongItIs() throws IOException {
        for (String letter : List.of("a", "\\\"", "\\", " ", ";", "=", "; a=")) {
            String name = letter.repeat(16_000 / letter.length());
            FormParts form = form("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                    + "x\"; more=\"1\"\r\n\r\n\r\n--b--");

            assertEquals(name.replace("\\\"", "\"") + "x", present(form.next()).filename());
        }
        for (String letter : List.of(";", "; ", ";a", ";a=", ";a=\"", "=", "\"", " ")) {
            String head = letter.repeat(16_000 / letter.length());
            FormParts form = form("--b\r\nContent-Disposition: form-data" + head + "\r\n\r\n\r\n--b--");

            assertEquals("", present(form.next()).name());
        }
    }

    @Test
    void whatIsNotReadIsSkipped() throws IOException {
        FormParts form = form(HEAD + "x".repeat(200_000) + "\r\n" + HEAD + "y\r\n--b--");

        present(form.next());
        assertEquals("y", present(form.next()).text(1));
        assertNull(form.next());
    }

    @Test
    void aFileWithoutANameGetsOne() throws IOException {
        FormParts form = form("--b\r\nContent-Disposition: form-data; name=file; filename=\"\"\r\n\r\n\r\n--b--");

        FormPart file = present(form.next());
        assertEquals("unnamed", file.lastSegment("unnamed"));
        assertEquals("", file.text(0));
    }

    /** Bytes that look like the beginning of a delimiter, read in pieces of any length, with delimiters anywhere. */
    @Test
    void bytesAreWhatTheyWereHoweverTheyCome() throws IOException {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] file = new byte[random.nextInt(200_000)];
            String alphabet = "\r\n-bx";
            for (int i = 0; i < file.length; i++) {
                file[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
            }
            byte[] form = form(new String(file, StandardCharsets.ISO_8859_1)
                    .replace("--boundary-of-7", "")
                    .getBytes(StandardCharsets.ISO_8859_1));
            byte[] wanted = new String(file, StandardCharsets.ISO_8859_1)
                    .replace("--boundary-of-7", "")
                    .getBytes(StandardCharsets.ISO_8859_1);

            var parts = new FormParts(new Pieces(new ByteArrayInputStream(form), random), "boundary-of-7");

            assertArrayEquals(wanted, present(parts.next()).bytes().readAllBytes(), () -> "seed " + seed);
            assertNull(parts.next());
        }
    }

    private static FormPart present(@Nullable FormPart part) {
        return Objects.requireNonNull(part);
    }

    private static byte[] form(byte[] file) throws IOException {
        var out = new ByteArrayOutputStream();
        out.write("--boundary-of-7\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n"
                .getBytes(StandardCharsets.ISO_8859_1));
        out.write(file);
        out.write("\r\n--boundary-of-7--\r\n".getBytes(StandardCharsets.ISO_8859_1));
        return out.toByteArray();
    }

    @Test
    void whatIsNoFormIsRefused() {
        refused("", "ended before its closing boundary");
        refused("no boundary at all", "ended before its closing boundary");
        refused("--b", "ended early");
        refused("--bad\r\n\r\n", "has a boundary with something behind it");
        refused("--b\r\nContent-Disposition: form-data", "ended early");
        refused("--b\r\n" + "a: b\r\n".repeat(5_000) + "\r\n", "too long a head");
        refused("--b\r\n" + "a".repeat(20_000), "too long a head");
        refused("--b\r\n" + "a".repeat(200_000), "too long a head");
        refused(HEAD + "never ends", "ended before its closing boundary");
        refused(HEAD + "almost\r\n--", "ended before its closing boundary");
    }

    private static void refused(String body, String why) {
        CloudException refusal = assertThrows(CloudException.class, () -> {
            FormParts form = form(body);
            for (FormPart part = form.next(); part != null; part = form.next()) {
                part.bytes().readAllBytes();
            }
        });
        assertEquals(ErrorCode.INVALID_INPUT, refusal.code());
        assertEquals(true, refusal.message().contains(why), refusal.message());
    }

    private static FormParts form(String body) {
        return new FormParts(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), "b");
    }

    private static final class Pieces extends FilterInputStream {
        private final Random random;

        Pieces(InputStream in, Random random) {
            super(in);
            this.random = random;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(random.nextInt(5_000) + 1)));
        }
    }
}
