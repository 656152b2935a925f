package io.oxicloud.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {
    @Test
    void listsAreReadWithAllTheirQuirks() {
        assertEquals(new EntityTags(true, Set.of()), EntityTags.parse(" * "));
        assertEquals(new EntityTags(false, Set.of("\"a\"")), EntityTags.parse("\"a\""));
        assertEquals(
                new EntityTags(false, Set.of("\"a,b\"", "W/\"c\"", "\"\"")),
                EntityTags.parse("\"a,b\" ,W/\"c\",  \"\""));
        assertEquals(new EntityTags(false, Set.of("\"bare-1\"")), EntityTags.parse("bare-1"));
        assertEquals(new EntityTags(false, Set.of()), EntityTags.parse(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a", "\"a\" \"b\"", "a b", ",", "\"a\"x"})
    void whatIsNoListIsRefused(String header) {
        var thrown = assertThrows(CloudException.class, () -> EntityTags.parse(header));

        assertEquals(ErrorCode.INVALID_INPUT, thrown.code());
    }

    @Test
    void aBareTagIsNoneWhereQuotesAreAskedFor() {
        assertEquals(new EntityTags(true, Set.of()), EntityTags.parseQuoted("*"));
        assertEquals(new EntityTags(false, Set.of("\"a,b\"", "W/\"c\"")), EntityTags.parseQuoted("\"a,b\", W/\"c\""));
        assertThrows(CloudException.class, () -> EntityTags.parseQuoted("\"a\", bare"));
    }
}
