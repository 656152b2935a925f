package io.oxicloud.files.zip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.UserId;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EntryBudgetTest {
    private final EntryBudget budget = new EntryBudget(10, 25);
    private final Actor anna = new Actor.User(new UserId(new UUID(0, 1)), false, false);
    private final Actor ben = new Actor.User(new UserId(new UUID(0, 2)), false, false);
    private final Actor carol = new Actor.User(new UserId(new UUID(0, 3)), false, false);

    @Test
    void nobodyKeepsTheOthersFromTheirs() {
        take(anna, 6);
        EntryBudget.Share more = budget.share(anna);

        refused(ErrorCode.BUSY, more, 5);

        more.take(4);
        take(ben, 10);
    }

    @Test
    void thereIsABoundOnAllTogetherAndOnOne() {
        refused(ErrorCode.TOO_LARGE, budget.share(anna), 11);
        take(anna, 10);
        EntryBudget.Share bens = take(ben, 10);

        refused(ErrorCode.BUSY, budget.share(carol), 6);

        bens.close();
        bens.close();
        take(carol, 10);
        take(ben, 5);
        refused(ErrorCode.BUSY, budget.share(ben), 1);
    }

    private EntryBudget.Share take(Actor actor, int entries) {
        EntryBudget.Share share = budget.share(actor);
        share.take(entries);
        return share;
    }

    private static void refused(ErrorCode code, EntryBudget.Share share, int entries) {
        assertEquals(
                code,
                assertThrows(CloudException.class, () -> share.take(entries)).code());
    }
}
