package io.oxicloud.dav.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.Elsewhere;
import io.oxicloud.base.Elsewhere.Spot;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.http.DateHeader;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The target has the tag {@code "e"} and the lock {@code urn:uuid:t}; {@code /other} has the tag {@code "o"} and {@code urn:o}. */
class RequestConditionsTest implements Resources {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.500Z");
    private static final Spot HERE = new Spot(new NodeId(new UUID(0, 1)), null);
    private static final Spot THERE = new Spot(new NodeId(new UUID(0, 2)), null);
    private static final Spot NOWHERE = new Spot(new NodeId(new UUID(0, 3)), "none");

    private int lookUps;
    private ResourceState target = new ResourceState("\"e\"", NOON, HERE, () -> Set.of("urn:uuid:t"));

    @Override
    public ResourceState target() {
        return target;
    }

    @Override
    public ResourceState tagged(String tag) {
        lookUps++;
        return switch (tag) {
            case "/other" -> new ResourceState("\"o\"", NOON, THERE, () -> Set.of("urn:o", "urn:uuid:o"));
            case "/none" -> new ResourceState(null, null, NOWHERE, () -> Set.of("urn:uuid:n"));
            default -> ResourceState.ABSENT;
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "(<urn:uuid:t>)                                        | true",
                "(<urn:x>)                                        | false",
                "(<URN:T>)                                        | false",
                "([\"e\"])                                        | true",
                "([\"x\"])                                        | false",
                "([W/\"e\"])                                      | false",
                "(<urn:uuid:t> [\"e\"])                                | true",
                "(<urn:uuid:t> [\"x\"])                                | false",
                "(<urn:x>) ([\"e\"])                              | true",
                "(<urn:x>)([\"e\"])                               | true",
                "(Not <urn:x>)                                    | true",
                "(not<urn:uuid:t>)                                     | false",
                "(<DAV:no-lock>)                                  | false",
                "(<DAV:no-lock> [\"e\"])                          | false",
                "(Not <DAV:no-lock>)                              | true",
                // W-29: Not binds to the next condition only
                "(<urn:uuid:t> [\"x\"]) (Not <DAV:no-lock> [\"x\"])    | false",
                "(<urn:uuid:t> [\"e\"]) (Not <DAV:no-lock> [\"x\"])    | true",
                "(Not [\"x\"] <urn:uuid:t>)                            | true",
                "(Not <urn:x> <urn:x>)                            | false",
                "</other> (<urn:o>)                               | true",
                "</other> (<urn:uuid:t>)                               | false",
                "</other> (<urn:x>) ([\"o\"])                     | true",
                "</other> (<urn:uuid:t>) </gone> (<urn:uuid:t>)             | false",
                "</other> (<urn:uuid:t>) </gone> (Not <urn:uuid:t>)         | true",
                "</gone> ([\"e\"])                                | false"
            })
    void oneListOfAnIfHeaderHasToHold(String header, boolean holds) {
        if (holds) {
            conditions("If", header.strip()).forChange(this);
        } else {
            refused(() -> conditions("If", header.strip()).forChange(this));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "()",
                "(",
                ")",
                "<urn:uuid:t>",
                "(<urn:uuid:t>",
                "(<urn:uuid:t)",
                "(<>)",
                "(< urn:uuid:t>)",
                "(urn:uuid:t)",
                "([e])",
                "([\"e])",
                "([\"e\")",
                "(Not)",
                "(Not Not <urn:uuid:t>)",
                "(<urn:uuid:t>),(<urn:uuid:t>)",
                "(<urn:uuid:t>) </other> (<urn:uuid:t>)",
                "</other>",
                "</other> </other> (<urn:uuid:t>)",
                "(<urn:uuid:t>) x"
            })
    void whatIsNotOfTheGrammarIsNoCondition(String header) {
        var thrown = assertThrows(CloudException.class, () -> conditions("If", header));

        assertEquals(ErrorCode.INVALID_INPUT, thrown.code());
    }

    @Test
    void anIfHeaderHasBounds() {
        String many = "(<urn:uuid:t>)".repeat(256);

        conditions("If", many).forChange(this);
        assertThrows(CloudException.class, () -> conditions("If", many + "(<urn:uuid:t>)"));
        assertThrows(CloudException.class, () -> conditions("If", "(<" + "x".repeat(17_000) + ">)"));
    }

    @Test
    void allTokensAreSubmittedWhicheverListHolds() {
        Precondition asked = conditions("If", "</other> (<urn:o>) (Not <urn:n>) </gone> (<urn:g> [\"a]b\"])")
                .forChange(this);

        assertEquals(Set.of("urn:o", "urn:n", "urn:g"), asked.lockTokens());
    }

    @Test
    void whatHeldOfTheTargetHasToHoldInTheEnd() {
        var asked = conditions("If", "(<urn:uuid:t> [\"e\"] Not [\"x\"])").forChange(this);
        var leastOfTwo =
                conditions("If", "(<urn:uuid:t> [\"e\"]) (Not <DAV:no-lock>)").forChange(this);
        var both = conditions("If", "([\"e\"])", "If-Match", "\"a\", \"e\"").forChange(this);

        assertEquals(Set.of("\"e\""), asked.ifMatch());
        assertEquals(Set.of("\"x\""), asked.ifNoneMatch());
        assertEquals(Set.of("urn:uuid:t"), asked.heldLocks());
        assertNull(leastOfTwo.ifMatch());
        assertEquals(Set.of(), leastOfTwo.heldLocks());
        assertEquals(Set.of("\"e\""), both.ifMatch());
    }

    @Test
    void aStateThatIsNoLockHasToHoldInTheEnd() {
        target = new ResourceState("\"e\"", NOON, HERE, () -> Set.of("https://example.org/sync/1"));

        var asked = conditions("If", "(<https://example.org/sync/1>)").forChange(this);

        assertEquals(Set.of(), asked.heldLocks());
        assertEquals(
                List.of(new Elsewhere(HERE, null, Set.of(), Set.of(), Set.of("https://example.org/sync/1"))),
                asked.elsewhere());
    }

    @Test
    void whatHeldOfOthersHasToHoldInTheEnd() {
        var other = conditions("If", "</other> (<urn:uuid:o> [\"o\"] Not [\"x\"] <urn:o>)")
                .forChange(this);
        var none = conditions("If", "</none> (<urn:uuid:n> Not [\"x\"])").forChange(this);
        var hidden = conditions("If", "</hidden> (Not [\"x\"])").forChange(this);
        var least = conditions("If", "</other> ([\"o\"]) </hidden> (Not <urn:x>) </none> (<urn:uuid:n>)")
                .forChange(this);

        assertEquals(
                List.of(new Elsewhere(THERE, "\"o\"", Set.of("\"x\""), Set.of("urn:uuid:o"), Set.of("urn:o"))),
                other.elsewhere());
        assertNull(other.ifMatch());
        assertEquals(Set.of(), other.heldLocks());
        assertEquals(
                List.of(new Elsewhere(NOWHERE, null, Set.of("\"x\""), Set.of("urn:uuid:n"), Set.of())),
                none.elsewhere());
        assertEquals(List.of(), hidden.elsewhere());
        assertEquals(List.of(), least.elsewhere());
    }

    @Test
    void everythingIsLookedUpOnce() {
        var lists = "</other> ([\"x\"]) (<urn:x>) </other> ([\"y\"]) ([\"o\"])";

        conditions("If", lists).forChange(this);

        assertEquals(1, lookUps);
    }

    @Test
    void tagsGoToTheDoorsAsTheyAre() {
        var asked =
                conditions("If-Match", "W/\"a\"", "If-None-Match", "W/\"b\"").forChange(this);
        var any = conditions("If-Match", "*", "If-None-Match", "*").forChange(this);

        assertEquals(new Precondition(false, false, Set.of("W/\"a\""), Set.of("\"b\""), Set.of()), asked);
        assertEquals(new Precondition(true, true, null, Set.of(), Set.of()), any);
        assertEquals(Precondition.NONE, conditions().forChange(this));
    }

    @Test
    void aChangeOfWhatWasNotChangedSincePinsTheTag() {
        String noon = "Sun, 01 Mar 2026 12:00:00 GMT";
        String before = "Sun, 01 Mar 2026 11:59:59 GMT";

        assertEquals(
                Set.of("\"e\""),
                conditions("If-Unmodified-Since", noon).forChange(this).ifMatch());
        refused(() -> conditions("If-Unmodified-Since", before).forChange(this));
        conditions("If-Unmodified-Since", before, "If-Match", "\"e\"").forChange(this);
        assertEquals(
                Precondition.NONE,
                conditions("If-Unmodified-Since", "yesterday").forChange(this));
        target = ResourceState.ABSENT;
        assertEquals(
                Precondition.NONE, conditions("If-Unmodified-Since", before).forChange(this));
    }

    @Test
    void aReadIsAnsweredByPrecedence() {
        String noon = "Sun, 01 Mar 2026 12:00:00 GMT";
        String before = "Sun, 01 Mar 2026 11:59:59 GMT";

        assertTrue(conditions("If-None-Match", "\"e\"").notModified(this));
        assertTrue(conditions("If-None-Match", "W/\"e\"").notModified(this));
        assertTrue(conditions("If-None-Match", "*").notModified(this));
        assertFalse(conditions("If-None-Match", "\"x\"").notModified(this));
        assertTrue(conditions("If-Modified-Since", noon).notModified(this));
        assertFalse(conditions("If-Modified-Since", before).notModified(this));
        assertFalse(
                conditions("If-None-Match", "\"x\"", "If-Modified-Since", noon).notModified(this));
        assertTrue(conditions("If-None-Match", "\"e\"", "If-Modified-Since", before)
                .notModified(this));
        assertFalse(conditions("If-Modified-Since", "noon").notModified(this));
        assertFalse(conditions("If-Match", "\"e\"").notModified(this));
        assertFalse(
                conditions("If-Match", "\"e\"", "If-Unmodified-Since", before).notModified(this));
        refused(() -> conditions("If-Match", "W/\"e\"").notModified(this));
        refused(() -> conditions("If-Match", "\"x\"", "If-None-Match", "\"e\"").notModified(this));
        refused(() -> conditions("If-Unmodified-Since", before).notModified(this));
        refused(() -> conditions("If", "([\"x\"])", "If-None-Match", "\"e\"").notModified(this));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 01 Mar 2026 12:00:00 GMT",
                "Sunday, 01-Mar-26 12:00:00 GMT",
                "Sun Mar  1 12:00:00 2026",
                " sun, 01 mar 2026 12:00:00 gmt "
            })
    void timesAreReadInAllThreeSpellings(String text) {
        assertEquals(Instant.parse("2026-03-01T12:00:00Z"), DateHeader.parse(text));
    }

    private static RequestConditions conditions(String... headers) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            map.put(headers[i], headers[i + 1]);
        }
        return RequestConditions.read(map::get);
    }

    private static void refused(Runnable work) {
        assertEquals(
                ErrorCode.STALE_ETAG,
                assertThrows(CloudException.class, work::run).code());
    }
}
