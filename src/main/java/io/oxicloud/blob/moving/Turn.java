package io.oxicloud.blob.moving;

import java.io.IOException;

/** Tells a {@link MigratingBlobBackend} where new blobs belong now. Asked often; thread-safe. */
@FunctionalInterface
public interface Turn {
    /**
     * Whether new blobs go to the target; once true, it stays so until all nodes read the target only.
     *
     * @throws IOException if this node has not heard of the others for so long that it cannot know
     */
    boolean toTarget() throws IOException;
}
