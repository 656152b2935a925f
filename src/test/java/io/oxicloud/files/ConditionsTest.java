package io.oxicloud.files;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Lineage ROOT = Lineage.ofRoot(new DriveId(new UUID(1, 2)));
    private static final Node FILE = new Node(
            ROOT.child(new NodeId(new UUID(3, 4))),
            "a.txt",
            Hash.parse("0123456789abcdef".repeat(4)),
            7,
            "text/plain",
            0,
            Instant.EPOCH,
            Instant.ofEpochSecond(1_700_000_000, 999_000_000),
            null,
            null);

    @Test
    void theTagOfAFileNamesContentAndTimeInSeconds() {
        assertEquals("\"0123456789abcdef-1700000000\"", FILE.etag());
    }

    @Test
    void nothingAskedNothingRefused() {
        allowed(Precondition.NONE, FILE);
        allowed(Precondition.NONE, null);
    }

    @Test
    void ifMatchWantsOneOfItsTags() {
        allowed(tags(Set.of("\"x\"", FILE.etag()), Set.of()), FILE);
        refused(tags(Set.of("\"x\""), Set.of()), FILE);
        refused(tags(Set.of(), Set.of()), FILE);
        refused(tags(Set.of(FILE.etag()), Set.of()), null);
        refused(tags(Set.of("W/" + FILE.etag()), Set.of()), FILE);
    }

    @Test
    void ifNoneMatchWantsNoneOfItsTags() {
        refused(tags(null, Set.of("\"x\"", FILE.etag())), FILE);
        allowed(tags(null, Set.of("\"x\"")), FILE);
        allowed(tags(null, Set.of(FILE.etag())), null);
    }

    @Test
    void starsAskForPresence() {
        refused(new Precondition(false, true, null, Set.of(), Set.of()), FILE);
        allowed(new Precondition(false, true, null, Set.of(), Set.of()), null);
        allowed(new Precondition(true, false, null, Set.of(), Set.of()), FILE);
        refused(new Precondition(true, false, null, Set.of(), Set.of()), null);
    }

    private static Precondition tags(@Nullable Set<String> ifMatch, Set<String> ifNoneMatch) {
        return new Precondition(false, false, ifMatch, ifNoneMatch, Set.of());
    }

    private static void allowed(Precondition asked, @Nullable Node target) {
        assertDoesNotThrow(() -> Conditions.require(asked, target));
    }

    private static void refused(Precondition asked, @Nullable Node target) {
        var thrown = assertThrows(CloudException.class, () -> Conditions.require(asked, target));
        assertEquals(ErrorCode.STALE_ETAG, thrown.code());
    }
}
