package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.Tx;

/**
 * What a file is to be made of, and how a reference to it is taken when the rows of the file are locked. Whoever has more to do in
 * that transaction (to give up what was held for the file until then) does it there.
 */
public interface NewContent {
    Hash hash();

    /** In bytes. */
    long size();

    /** In the transaction that shows it, before the drive is charged; once, but again from the start if it loses a race. */
    void take(Tx.Scope scope);

    /** What came in an upload. */
    static NewContent of(ContentLease lease, ChunkLedger contents) {
        return new NewContent() {
            @Override
            public Hash hash() {
                return lease.hash();
            }

            @Override
            public long size() {
                return lease.size();
            }

            @Override
            public void take(Tx.Scope scope) {
                contents.adopt(scope, lease);
            }
        };
    }
}
