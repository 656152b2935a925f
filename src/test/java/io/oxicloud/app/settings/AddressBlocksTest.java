package io.oxicloud.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressBlocksTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "192.0.2.7, 192.0.2.7, true",
        "192.0.2.7, 192.0.2.8, false",
        "'10.0.0.0/8, 192.0.2.0/24', 192.0.2.200, true",
        "'10.0.0.0/8 192.0.2.0/24', 192.0.2.200, true",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, ::1, false",
        "2001:db8::/32, 2001:db8:1::9, true",
        "2001:db8::/32, 2001:db9::1, false",
        "::1/128, 0:0:0:0:0:0:0:1, true",
        "127.0.0.0/8, localhost, false"
    })
    void anAddressLiesInABlockWhoseFirstBitsItHas(String blocks, String address, boolean expected) {
        assertEquals(expected, AddressBlocks.parse(blocks).contains(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0.300", "::1/129", "10.0.0"})
    void whatIsNoBlockIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> AddressBlocks.parse(text));
    }

    @Test
    void noneContainsNothing() {
        assertFalse(AddressBlocks.NONE.contains("127.0.0.1"));
    }
}
