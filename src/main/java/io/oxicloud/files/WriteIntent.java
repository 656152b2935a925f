package io.oxicloud.files;

import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import org.jspecify.annotations.Nullable;

/**
 * A write that was found allowed before its bytes were taken. Not a promise: {@link FileTree#commitWrite} looks again.
 *
 * @param name in its stored form
 * @param precondition what must hold then as it did now
 * @param bound how many bytes may come
 * @param former the content that the file must have then, as the new one was made from it; null if it does not matter
 * @param target the file that it must be then; null for whatever bears the name
 */
public record WriteIntent(
        NodeId parent,
        String name,
        Precondition precondition,
        WriteBound bound,
        Declared declared,
        @Nullable Hash former,
        @Nullable NodeId target) {
    WriteIntent(NodeId parent, String name, Precondition precondition, WriteBound bound) {
        this(parent, name, precondition, bound, Declared.NOTHING, null);
    }

    WriteIntent(
            NodeId parent,
            String name,
            Precondition precondition,
            WriteBound bound,
            Declared declared,
            @Nullable Hash former) {
        this(parent, name, precondition, bound, declared, former, null);
    }

    /** The same write by somebody who says more of the file. */
    public WriteIntent with(Declared said) {
        return new WriteIntent(parent, name, precondition, bound, said, former, target);
    }

    WriteIntent to(NodeId file) {
        return new WriteIntent(parent, name, precondition, bound, declared, former, file);
    }
}
