package io.oxicloud.files;

import io.oxicloud.db.Tx;

/** What else has to happen in the transaction that makes or changes a file, or not at all. May run more than once. */
public interface AlongWrite {
    AlongWrite NOTHING = new AlongWrite() {
        @Override
        public void begin(Tx.Scope scope) {}

        @Override
        public void end(Tx.Scope scope, Written written) {}
    };

    /** Before any row of the tree is locked; locks what {@link #end} changes. */
    void begin(Tx.Scope scope);

    /** When the file is written, and before its drive is charged. */
    void end(Tx.Scope scope, Written written);
}
