package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaidOfFileTest {
    @ParameterizedTest
    @CsvSource({
        "1405659156, 2014-07-18T04:52:36Z",
        "' 1405659156.25 ', 2014-07-18T04:52:36.25Z",
        "0, 1970-01-01T00:00:00Z",
        "-1.5, 1969-12-31T23:59:58.5Z",
        "1.999999999999, 1970-01-01T00:00:01.999999999Z",
        "4294967296, 2106-02-07T06:28:16Z"
    })
    void aTimeIsSecondsWithOrWithoutAFraction(String header, Instant time) {
        assertEquals(time, SaidOfFile.modified(header));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "yesterday", "0x10", "1e9", "1.", ".5", "NaN", "1,5", "99999999999999999", "-99999999999"})
    void whatIsNoTimeIsRefused(String header) {
        CloudException refused = assertThrows(CloudException.class, () -> SaidOfFile.modified(header));

        assertEquals(ErrorCode.INVALID_INPUT, refused.code());
    }

    @Test
    void noTimeIsNoTime() {
        assertNull(SaidOfFile.modified(null));
    }

    @ParameterizedTest
    @CsvSource({
        "Image/PNG, image/png",
        "' text/plain; charset=\"utf-8\" ', 'text/plain; charset=\"utf-8\"'",
        "application/vnd.oasis.opendocument.text, application/vnd.oasis.opendocument.text"
    })
    void aTypeIsTakenAsItIsDeclared(String header, String type) {
        assertEquals(type, io.oxicloud.files.Declared.typeIn(header));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "text",
                "a/b/c",
                "*/*",
                "text/html,text/plain",
                "text/plain; charset",
                "text/html\r\nX-Evil: 1",
                "text/html;\r\nx=1",
                "text/html \u0085; x=1",
                "text/plain; a=\"\u0001\"",
                "Application/Octet-Stream; x=y",
                "application/x-www-form-urlencoded",
                "httpd/unix-directory"
            })
    void whatSaysNothingLeavesItToTheName(String header) {
        assertNull(io.oxicloud.files.Declared.typeIn(header));
        assertNull(new io.oxicloud.files.Declared(header, null).mediaType(), "whoever makes one");
    }
}
