package io.oxicloud.dav.property;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientTimeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Tue, 05 Mar 2019 08:00:00 GMT | 2019-03-05T08:00:00Z",
                "Tue, 5 Mar 2019 08:00:00 GMT | 2019-03-05T08:00:00Z",
                "2019-03-05T08:00:00Z | 2019-03-05T08:00:00Z",
                "2019-03-05T09:00:00.5+01:00 | 2019-03-05T08:00:00.5Z",
                "1551772800 | 2019-03-05T08:00:00Z",
                "-1 | 1969-12-31T23:59:59Z"
            })
    void timesComeInThreeForms(String text, Instant time) {
        assertEquals(Optional.of(time), ClientTime.parse(" " + text + "\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "Mon, 05 Mar 2019 08:00:00 GMT",
                "Tue, 30 Feb 2019 08:00:00 GMT",
                "2019-03-05",
                "999999999999",
                "9999999999999",
                "+1000000000-01-01T00:00:00Z",
                "0000-01-01T00:00:00Z",
                "1.5e9"
            })
    void whatIsNoTimeIsNone(String text) {
        assertEquals(Optional.empty(), ClientTime.parse(text));
    }
}
