package io.oxicloud.files.session;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import java.io.InputStream;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's right to take one piece of a session, or to make the whole a file: nobody else does the same meanwhile. It lasts
 * while its bytes are {@link #guard read}, and a minute longer; so it dies with its holder. What it guards against is work done
 * twice: that nothing comes of it twice is for the rows of the session and its pieces to say.
 *
 * @param number of the piece, or {@link #WHOLE}
 */
record Claim(UUID session, int number, UUID holder) {
    static final int WHOLE = -1;

    private static final Logger log = LoggerFactory.getLogger(Claim.class);

    private static final Duration AGAIN = Duration.ofSeconds(5);

    // timestamps as the database counts them: nodes need not agree on the time
    private static final String UNTIL = "current_timestamp + interval '60' second";

    private static final String TAKE = "insert into upload_claim(session_id, number, holder, until) values (?, ?, ?, "
            + UNTIL + ") on conflict do nothing";

    private static final String INHERIT = "update upload_claim set holder = ?, until = " + UNTIL
            + " where session_id = ? and number = ? and until <= current_timestamp";

    private static final String RENEW =
            "update upload_claim set until = " + UNTIL + " where session_id = ? and number = ? and holder = ?";

    private static final String DROP = "delete from upload_claim where session_id = ? and number = ? and holder = ?";

    /** @throws CloudException CONFLICT, with the time to try again, while somebody else has it */
    void take(Tx.Scope scope) {
        if (scope.change(TAKE, session, number, holder) != 1 && scope.change(INHERIT, holder, session, number) != 1) {
            throw busy();
        }
    }

    /** @throws CloudException CONFLICT if it ended, and somebody else has taken it */
    void renew(Tx tx) {
        if (tx.retryingWrite("sessions.renew", scope -> scope.change(RENEW, session, number, holder)) != 1) {
            throw busy();
        }
    }

    void drop(Tx.Scope scope) {
        scope.change(DROP, session, number, holder);
    }

    /**
     * After a failure. Does not fail; what it cannot drop now ends by itself.
     *
     * @param wasted bytes that came and are not kept
     */
    void giveUp(Tx tx, SessionRows rows, long wasted) {
        try {
            tx.retryingWrite("sessions.unclaim", scope -> {
                if (wasted > 0) {
                    rows.waste(scope, session, wasted);
                }
                drop(scope);
                return session;
            });
        } catch (CloudException e) {
            log.debug("session.claim-left session={} number={} cause={}", session, number, e.toString());
        }
    }

    /** The same bytes; the claim lasts while they are read. */
    InputStream guard(InputStream bytes, Tx tx) {
        return new ClaimedBytes(bytes, () -> renew(tx));
    }

    CloudException busy() {
        String what = number == WHOLE ? "the file is being made" : "piece " + number + " is on its way";
        return new CloudException(ErrorCode.CONFLICT, what + " already").withRetryAfter(AGAIN);
    }
}
