package io.oxicloud.dav.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class XmlOutputTest {
    private static final long SEED = 20260301;
    private static final DateTimeFormatter HTTP = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter RFC_3339 = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final List<String> NAMES = List.of(
            "This & that",
            "a<b",
            "say \"hi\"",
            "it's",
            "]]>",
            "100%",
            "_%_du",
            "a+b;c=d,e@f:g",
            "\u00e4\u20ac\ud83d\ude00",
            "\ud800",
            "\udc00\ud83d",
            "x\ud800y",
            "\ufffe\uffff",
            "\u0000\u0001\u0008\u000b\u001f",
            "tab\tand\nline\r\n",
            "\u007f\u0085\u2028",
            "x".repeat(300),
            " ");

    private interface Writing {
        void to(XmlOutput out) throws IOException;
    }

    /** Every day of the years that clients can show, and leap days far away. */
    @Test
    void datesAreThoseOfTheStandard() throws IOException {
        Random random = new Random(SEED);
        var bytes = new ByteArrayOutputStream();
        var out = new XmlOutput(bytes, XmlOutput.SMALL);
        for (long day = Instant.parse("1970-01-01T00:00:00Z").getEpochSecond() / 86_400; day < 47_482; day++) {
            dates(
                    bytes,
                    out,
                    Instant.ofEpochSecond(86_400 * day + random.nextInt(86_400), random.nextInt(1_000_000_000)));
        }
        for (int year = 1; year < 10_000; year += 1 + random.nextInt(7)) {
            dates(bytes, out, Instant.parse("%04d-03-01T00:00:00Z".formatted(year)));
            dates(
                    bytes,
                    out,
                    Instant.parse("%04d-03-01T00:00:00Z".formatted(year)).minusSeconds(1));
            dates(bytes, out, Instant.parse("%04d-12-31T23:59:59.999Z".formatted(year)));
        }
    }

    private static void dates(ByteArrayOutputStream bytes, XmlOutput out, Instant time) throws IOException {
        bytes.reset();
        out.httpDate(time);
        out.timestamp(time);
        out.drain();
        assertEquals(HTTP.format(time) + RFC_3339.format(time), bytes.toString(StandardCharsets.US_ASCII));
    }

    @Test
    void yearsBeyondFourDigitsStayWithinThem() throws IOException {
        assertEquals("9999-12-31", written(out -> out.timestamp(Instant.MAX)).substring(0, 10));
        assertEquals("0000-01-01", written(out -> out.timestamp(Instant.MIN)).substring(0, 10));
    }

    @Test
    void numbersAreThoseOfTheLanguage() throws IOException {
        Random random = new Random(SEED);
        for (long value = Long.MAX_VALUE; value != 0; value /= 3) {
            number(value);
            number(-value);
        }
        number(0);
        number(Long.MIN_VALUE);
        for (int i = 0; i < 1_000; i++) {
            number(random.nextLong() >> random.nextInt(64));
        }
    }

    private static void number(long value) throws IOException {
        assertEquals(
                "\"%s-%d\"".formatted(HexFormat.of().toHexDigits(value), -value),
                written(out -> out.etag(value, -value)));
    }

    // W-18, W-20
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "t #:?3.txt, t%20%23:%3F3.txt",
                "100%.txt, 100%25.txt",
                "%25.txt, %2525.txt",
                "a+b;c=d@f, a+b;c=d@f",
                "~a,b~, ~a,b~",
                "This & that, This%20&amp;%20that",
                "a/b, a%2Fb",
                "<\">, %3C%22%3E",
                "it's, it's",
                "\u00e4\u20ac\ud83d\ude00, %C3%A4%E2%82%AC%F0%9F%98%80",
                "[x]{y}^`|, %5Bx%5D%7By%7D%5E%60%7C"
            })
    void pathsAreEncodedOnce(String name, String encoded) throws IOException {
        assertEquals(encoded, written(out -> out.segment(name)));
    }

    /** W-19. Whatever the names: another parser reads the list, and the names that XML can carry are in it. */
    @Test
    void aListIsReadableWhateverTheNames() throws Exception {
        for (int size : new int[] {0, 64, 100, XmlOutput.SMALL, XmlOutput.LARGE}) {
            var bytes = new ByteArrayOutputStream();
            var writer = new MultistatusWriter(bytes, size);
            Href folder = Href.of(List.of("app", "a b"), true);
            writer.open();
            writer.response(folder);
            writer.status(200);
            writer.endResponse();
            for (String name : NAMES) {
                writer.response(folder, name, false);
                writer.propstat();
                writer.out().markup("<D:displayname>");
                writer.out().text(name);
                writer.out().markup("</D:displayname>");
                writer.endPropstat(200);
                writer.endResponse();
            }
            writer.close();

            Element root = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(bytes.toByteArray()))
                    .getDocumentElement();
            var shown = root.getElementsByTagNameNS("DAV:", "displayname");
            var hrefs = root.getElementsByTagNameNS("DAV:", "href");
            assertEquals("/app/a%20b/", hrefs.item(0).getTextContent());
            assertEquals(NAMES.size(), shown.getLength());
            for (int i = 0; i < NAMES.size(); i++) {
                assertEquals(carried(NAMES.get(i)), shown.item(i).getTextContent());
                URI href = URI.create(hrefs.item(i + 1).getTextContent());
                assertEquals("/app/a b/" + noLoneSurrogates(NAMES.get(i)), href.getPath());
            }
        }
    }

    private static String carried(String name) {
        return noLoneSurrogates(name).replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]", "\ufffd");
    }

    private static String noLoneSurrogates(String name) {
        var text = new StringBuilder();
        name.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE || c == 0xfffe || c == 0xffff ? 0xfffd : c)
                .forEach(text::appendCodePoint);
        return text.toString();
    }

    @Test
    void aStatusHasItsReason() throws IOException {
        assertEquals("<D:status>HTTP/1.1 424 Failed Dependency</D:status>", status(424));
        assertEquals("<D:status>HTTP/1.1 599 </D:status>", status(599));
    }

    @Test
    void markupLongerThanTheBufferStaysWhole() throws IOException {
        String markup = "<x>" + "\u00e4\ud83d\ude00".repeat(50_000) + "</x>";

        assertEquals("a" + markup + markup + "b", written(out -> {
            out.markup("a");
            out.markup(markup);
            out.markup(XmlOutput.constant(markup));
            out.markup("b");
        }));
    }

    private static String status(int status) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var writer = new MultistatusWriter(bytes, XmlOutput.SMALL);
        writer.status(status);
        writer.out().drain();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String written(Writing writing) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new XmlOutput(bytes, XmlOutput.SMALL);
        writing.to(out);
        out.drain();
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
