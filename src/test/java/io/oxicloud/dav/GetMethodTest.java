package io.oxicloud.dav;

import static io.oxicloud.dav.DavClient.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GET and HEAD over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GetMethodTest {
    private static final String DIGITS = "/webdav/digits";

    private final ServedFiles served = new ServedFiles("/app", new TestFiles(Engine.H2));
    private final DavClient anna = new DavClient(served.server, "/app", "anna");

    @BeforeAll
    void prepare() {
        served.account("anna", null, false);
        anna.put(DIGITS, "0123456789");
    }

    @AfterAll
    void close() {
        served.close();
    }

    // T-01
    @ParameterizedTest
    @CsvSource({
        "bytes=0-3145727, 206, 1000, bytes 0-999/1000",
        "bytes=999-, 206, 1, bytes 999-999/1000",
        "bytes=1000-, 416, 0, bytes */1000",
        "bytes=-0, 416, 0, bytes */1000",
        "bytes=-2000, 206, 1000, bytes 0-999/1000",
        "bytes=500-400, 200, 1000, ''",
        "bytes=abc, 200, 1000, ''",
        "items=0-1, 200, 1000, ''",
        "bytes=4294967290-4294967300, 416, 0, bytes */1000",
        "bytes=0-18446744073709551616, 206, 1000, bytes 0-999/1000"
    })
    void aRangeIsCutToTheFileOrRefused(String range, int status, int length, String contentRange) {
        anna.put("/webdav/thousand", "x".repeat(1000));

        var got = anna.get("/webdav/thousand", "Range", range);

        assertEquals(status, got.statusCode());
        assertEquals(length, got.body().length());
        assertEquals(Integer.toString(length), header(got, "Content-Length"));
        assertEquals(contentRange, header(got, "Content-Range"));
    }

    // T-01
    @Test
    void anEmptyFileHasNoRangeToGive() {
        anna.put("/webdav/empty", "");

        var got = anna.get("/webdav/empty", "Range", "bytes=0-");

        assertEquals(416, got.statusCode());
        assertEquals("bytes */0", header(got, "Content-Range"));
    }

    // T-02
    @Test
    void ofSeveralRangesThoseThatAreThereAreServed() {
        var got = anna.get(DIGITS, "Range", "bytes=10-,0-1");

        assertEquals(206, got.statusCode());
        assertEquals("bytes 0-1/10", header(got, "Content-Range"));
        assertEquals("01", got.body());
    }

    // T-02
    @ParameterizedTest
    @CsvSource({
        "'bytes=0-1,4-5', '0-1:01 4-5:45'",
        "'bytes=5-6,0-1', '5-6:56 0-1:01'",
        "'bytes= 0-0 , , -1', '0-0:0 9-9:9'",
        "'bytes=0-1,20-30,2-18446744073709551616', '0-1:01 2-9:23456789'"
    })
    void severalRangesComeInTheOrderTheyWereAsked(String range, String parts) {
        var got = anna.get(DIGITS, "Range", range);

        assertEquals(206, got.statusCode());
        assertEquals("", header(got, "Content-Range"));
        assertEquals(Integer.toString(got.body().length()), header(got, "Content-Length"));
        assertEquals(parts, String.join(" ", parts(got)));
    }

    // T-02
    @Test
    void aFloodOfRangesOrTheSameBytesTwiceGetTheWholeFileOnce() {
        String flood = IntStream.range(0, 500).mapToObj(i -> "0-").collect(Collectors.joining(","));
        String many = IntStream.range(0, 33).mapToObj(i -> "9-").collect(Collectors.joining(","));

        for (String ranges : List.of(flood, many, "0-5,5-9", "0-0,-10")) {
            var got = anna.get(DIGITS, "Range", "bytes=" + ranges);

            assertEquals(200, got.statusCode(), ranges);
            assertEquals("0123456789", got.body());
        }
    }

    @Test
    void severalRangesOfALongFileAreItsBytes() {
        byte[] bytes = new byte[12 << 20];
        new Random(3).nextBytes(bytes);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        anna.send("PUT", "/webdav/long", BodyPublishers.ofByteArray(bytes));

        var got = anna.get("/webdav/long", "Range", "bytes=9000000-9999999,100-299,-5");

        assertEquals(206, got.statusCode());
        assertTrue(got.body().contains("\r\n\r\n" + text.substring(9_000_000, 10_000_000) + "\r\n--"));
        assertTrue(got.body().contains("\r\n\r\n" + text.substring(100, 300) + "\r\n--"));
        assertTrue(got.body().endsWith(text.substring(text.length() - 5) + "\r\n--" + boundary(got) + "--\r\n"));
        assertEquals(Integer.toString(got.body().length()), header(got, "Content-Length"));
    }

    @Test
    void aRangeOfAnotherVersionIsNotServed() {
        var whole = anna.get(DIGITS);
        String etag = header(whole, "ETag");

        assertEquals(
                206, anna.get(DIGITS, "Range", "bytes=0-1", "If-Range", etag).statusCode());
        assertEquals(
                206,
                anna.get(DIGITS, "Range", "bytes=0-1", "If-Range", header(whole, "Last-Modified"))
                        .statusCode());
        for (String other : List.of("\"x\"", "W/" + etag, "Sun, 01 Mar 2026 09:59:59 GMT", "*", "nonsense")) {
            assertEquals(
                    200,
                    anna.get(DIGITS, "Range", "bytes=0-1", "If-Range", other).statusCode(),
                    other);
        }
    }

    @Test
    void headSaysWhatGetSays() {
        var get = anna.get(DIGITS);
        var head = anna.send("HEAD", DIGITS, "Range", "bytes=0-1");

        assertEquals(200, head.statusCode());
        assertEquals(headers(get), headers(head));
        assertEquals("10", header(head, "Content-Length"));
        assertEquals("", head.body());
    }

    // T-11
    @ParameterizedTest
    @CsvSource({
        "a%22b%3Bc.pdf, 'filename=\"a\\\"b;c.pdf\"; filename*=UTF-8''''a%22b%3Bc.pdf'",
        "%C3%A9%E2%82%AC%F0%9F%98%80.pdf, 'filename=\"___.pdf\"; filename*=UTF-8''''%C3%A9%E2%82%AC%F0%9F%98%80.pdf'",
        "a%20b%25.zip, 'filename=\"a b%.zip\"; filename*=UTF-8''''a%20b%25.zip'"
    })
    void anAttachmentHasItsNameInBothSpellings(String path, String expected) {
        anna.put("/webdav/" + path, "x");

        assertEquals("attachment; " + expected, header(anna.get("/webdav/" + path), "Content-Disposition"));
    }

    // T-11
    @Test
    void noNameGetsAHeaderIn() {
        String longName = "x".repeat(250);
        anna.put("/webdav/" + longName, "x");

        assertEquals(400, anna.put("/webdav/a%0D%0ASet-Cookie:%20b", "x").statusCode());
        assertEquals(
                "attachment; filename=\"" + longName + "\"; filename*=UTF-8''" + longName,
                header(anna.get("/webdav/" + longName), "Content-Disposition"));
    }

    // S-06
    @ParameterizedTest
    @CsvSource({
        "x.svg, attachment",
        "x.html, attachment",
        "x.xhtml, attachment",
        "x.xml, attachment",
        "x.pdf, attachment",
        "x, attachment",
        "x.js, attachment",
        "x.txt, inline",
        "x.jpg, inline",
        "x.mp4, inline"
    })
    void whatUsersStoreDoesNotRunInABrowser(String name, String disposition) {
        anna.put("/webdav/" + name, "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");

        var whole = anna.get("/webdav/" + name);
        var part = anna.get("/webdav/" + name, "Range", "bytes=0-0");
        var parts = anna.get("/webdav/" + name, "Range", "bytes=0-0,2-3");

        for (HttpResponse<?> got : List.of(whole, part, parts)) {
            assertTrue(header(got, "Content-Disposition").startsWith(disposition + ';'));
            assertEquals("nosniff", header(got, "X-Content-Type-Options"));
            assertEquals("sandbox; default-src 'none'", header(got, "Content-Security-Policy"));
            assertEquals("private, no-cache", header(got, "Cache-Control"));
        }
    }

    @Test
    void aGetCostsTwoStatementsAtMost() {
        anna.put("/webdav/counted", "hello");
        anna.get("/webdav/counted");

        long first = served.files.statements(() -> anna.get("/webdav/counted"));
        long ranges = served.files.statements(() -> anna.get("/webdav/counted", "Range", "bytes=0-1,3-4"));

        assertTrue(first <= 2, first + " statements");
        assertTrue(ranges <= 2, ranges + " statements");
        assertFalse(first == 0);
    }

    private static Map<String, List<String>> headers(HttpResponse<?> answer) {
        var headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        return headers;
    }

    private static String boundary(HttpResponse<?> answer) {
        String type = header(answer, "Content-Type");
        assertTrue(type.startsWith("multipart/byteranges; boundary="), type);
        return type.substring(type.indexOf('=') + 1);
    }

    /** Each part as {@code first-last:bytes}. */
    private static List<String> parts(HttpResponse<String> answer) {
        List<String> parts = new ArrayList<>();
        Matcher part = Pattern.compile("\r\n--" + boundary(answer)
                        + "\r\nContent-Type: [^\r]+\r\nContent-Range: bytes ([0-9-]+)/10\r\n\r\n([0-9]+)")
                .matcher(answer.body());
        int end = 0;
        while (part.find()) {
            assertEquals(end, part.start());
            end = part.end();
            parts.add(part.group(1) + ':' + part.group(2));
        }
        assertEquals("\r\n--" + boundary(answer) + "--\r\n", answer.body().substring(end));
        return parts;
    }
}
