package io.oxicloud.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.base.ByteRange;
import io.oxicloud.http.RangeHeader.Parts;
import io.oxicloud.http.RangeHeader.Unsatisfiable;
import io.oxicloud.http.RangeHeader.Whole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case T-01. */
class RangeHeaderTest {
    @ParameterizedTest
    @CsvSource({
        "bytes=0-3145727, 0, 1000",
        "bytes=0-0, 0, 1",
        "bytes=999-, 999, 1000",
        "bytes=-1, 999, 1000",
        "bytes=-2000, 0, 1000",
        "bytes=00-007, 0, 8",
        "BYTES = 1 - 2, 1, 3",
        "bytes=0-18446744073709551616, 0, 1000",
        "bytes=-18446744073709551616, 0, 1000",
        "bytes=0-9223372036854775807, 0, 1000",
        "'bytes=,5-6,', 5, 7"
    })
    void aRangeIsCutToTheFile(String header, long start, long end) {
        assertEquals(new Parts(List.of(new ByteRange(start, end))), RangeHeader.of(header, 1000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=99999999999999999999-"})
    void nothingBehindTheEndCanBeServed(String header) {
        assertEquals(Unsatisfiable.UNSATISFIABLE, RangeHeader.of(header, 1000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=500-400",
                "bytes=abc",
                "items=0-1",
                "bytes=-",
                "bytes=",
                "",
                "bytes=0-1,x",
                "bytes=,",
                "bytes=--1"
            })
    void whatMakesNoSenseIsIgnored(String header) {
        assertEquals(Whole.WHOLE, RangeHeader.of(header, 1000));
    }

    // W-37
    @Test
    void offsetsGoBeyondFourGibibytes() {
        long size = 5L << 30;

        assertEquals(
                new Parts(List.of(new ByteRange(4_294_967_290L, 4_294_967_301L))),
                RangeHeader.of("bytes=4294967290-4294967300", size));
        assertEquals(
                new Parts(List.of(new ByteRange(size - 1, size), new ByteRange(0, 1))),
                RangeHeader.of("bytes=-1,0-0", size));
    }

    @Test
    void anEmptyFileHasNoRanges() {
        assertEquals(Unsatisfiable.UNSATISFIABLE, RangeHeader.of("bytes=0-", 0));
        assertEquals(Unsatisfiable.UNSATISFIABLE, RangeHeader.of("bytes=-1", 0));
        assertEquals(Whole.WHOLE, RangeHeader.of(null, 0));
    }
}
