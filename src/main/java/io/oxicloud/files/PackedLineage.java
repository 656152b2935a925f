package io.oxicloud.files;

import io.oxicloud.base.DriveId;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A {@link Lineage} as it lies in its column: the ids from the drive's root down to the node itself, 16 bytes each. The
 * root has the drive's id, so that nothing else need be stored, and a subtree is a range of these values.
 */
public final class PackedLineage {
    /** Bytes in one step. */
    static final int STEP = 16;

    static byte[] pack(Lineage lineage) {
        List<NodeId> path = lineage.path();
        ByteBuffer packed = ByteBuffer.allocate(path.size() * STEP);
        for (NodeId step : path) {
            packed.putLong(step.value().getMostSignificantBits())
                    .putLong(step.value().getLeastSignificantBits());
        }
        return packed.array();
    }

    static Lineage unpack(byte[] packed) {
        if (packed.length == 0 || packed.length % STEP != 0) {
            throw new IllegalArgumentException("a lineage of " + packed.length + " bytes");
        }
        ByteBuffer steps = ByteBuffer.wrap(packed);
        var above = new NodeId[packed.length / STEP - 1];
        for (int i = 0; i < above.length; i++) {
            above[i] = next(steps);
        }
        NodeId self = next(steps);
        UUID root = above.length == 0 ? self.value() : above[0].value();
        return new Lineage(new DriveId(root), List.of(above), self);
    }

    /**
     * As {@link #unpack(byte[])}, for one of many in the same folder: what is above is shared with a lineage that was unpacked
     * before, if it is the same.
     */
    static Lineage unpack(byte[] packed, byte[] packedOther, Lineage other) {
        int above = packed.length - STEP;
        if (above <= 0
                || packed.length != packedOther.length
                || !Arrays.equals(packed, 0, above, packedOther, 0, above)) {
            return unpack(packed);
        }
        return new Lineage(other.drive(), other.ancestors(), next(ByteBuffer.wrap(packed, above, STEP)));
    }

    private static NodeId next(ByteBuffer steps) {
        return new NodeId(new UUID(steps.getLong(), steps.getLong()));
    }

    /** The least value after every node of the subtree: the range is {@code [packed, end)}. */
    static byte[] endOfSubtree(byte[] packed) {
        byte[] end = packed.clone();
        for (int i = end.length - 1; i >= 0; i--) {
            if (++end[i] != 0) {
                return end;
            }
        }
        throw new IllegalArgumentException("no value follows a lineage of ones");
    }

    /** Likewise, for where lineages are compared: no node has it. */
    public static Lineage endOfSubtree(Lineage top) {
        return unpack(endOfSubtree(pack(top)));
    }

    /** Folders on the way, the node itself included. */
    static int depth(byte[] packed) {
        return packed.length / STEP;
    }

    private PackedLineage() {}
}
