package io.oxicloud.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CookieHeaderTest {
    private static String read(String... headers) {
        return CookieHeader.first(List.of(headers), "a").orElse("none");
    }

    @Test
    void theFirstOfTheNameCounts() {
        assertEquals("1", read("a=1; a=2"));
        assertEquals("1", read("b=0; a=1", "a=2"));
        assertEquals("2", read("A=1;ab=1;a=2"));
    }

    @Test
    void anEmptyOneCountsAsNoneAndHidesTheRest() {
        assertEquals("none", read("a=; a=2"));
        assertEquals("none", read("a= "));
    }

    @Test
    void anythingElseIsPassedOver() {
        assertEquals("1", read("", ";;=;", "a", "=a", "b", "  a = 1 "));
        assertEquals("x=y\"", read("a=x=y\""));
        assertEquals(Optional.empty(), CookieHeader.first(List.of(), "a"));
    }
}
