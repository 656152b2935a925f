package io.oxicloud.files.upload;

import io.oxicloud.base.NodeId;

/** What file is to be made of chunks. */
public sealed interface DeltaTarget {
    /** One that is not there yet. */
    record New(NodeId folder, String name) implements DeltaTarget {}

    /** One that is there and gets another content. */
    record Existing(NodeId file) implements DeltaTarget {}
}
