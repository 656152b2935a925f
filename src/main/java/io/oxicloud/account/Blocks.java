package io.oxicloud.account;

import io.oxicloud.account.limit.Block;
import io.oxicloud.account.limit.Lockouts;
import io.oxicloud.audit.Audit;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.db.Tx;
import java.util.List;
import java.util.Map;

/** Door: the sign-in blocks in force, for administrators to see and to lift. Thread-safe. */
public final class Blocks {
    private static final int MAX_SHOWN = 500;

    private final Tx tx;
    private final Lockouts lockouts;
    private final Audit audit;

    Blocks(Tx tx, Lockouts lockouts, Audit audit) {
        this.tx = tx;
        this.lockouts = lockouts;
        this.audit = audit;
    }

    /** The newest first, at most {@value #MAX_SHOWN}. */
    public List<Block> list(Actor actor) {
        Admins.require(actor);
        return tx.read("blocks.list", scope -> lockouts.inForce(scope, MAX_SHOWN));
    }

    /** @throws CloudException NOT_FOUND if there is no such block, any more or at all */
    public void lift(Actor actor, String id) {
        Admins.require(actor);
        tx.write("blocks.lift", scope -> {
            if (!Text.isWellFormed(id) || !lockouts.lift(scope, id)) {
                throw new CloudException(ErrorCode.NOT_FOUND, "no such block");
            }
            audit.record(scope, actor, "login.block-lifted", Map.of("block", id));
            return id;
        });
    }
}
