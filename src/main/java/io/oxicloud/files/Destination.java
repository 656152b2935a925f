package io.oxicloud.files;

import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;

/**
 * Where a node or its copy is to go.
 *
 * @param name what it will be called there; stored in NFC
 */
public record Destination(NodeId folder, String name, Taken taken) {
    /** What to do if something in the folder bears the name already. */
    public enum Taken {
        /** NAME_TAKEN. */
        REFUSE,
        /** It goes to the trash in the same transaction; takes DELETE on it. */
        REPLACE
    }

    /** @throws io.oxicloud.base.CloudException INVALID_INPUT if it cannot be a name */
    public Destination {
        name = NodeName.of(name);
    }
}
