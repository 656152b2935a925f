package io.oxicloud.files.zip;

import io.oxicloud.files.zip.Records.Packing;
import java.util.BitSet;

/** How each entry of a plan went into the archive. Nothing is kept of one that is stored. */
final class Packings {
    private final Plan plan;
    private final BitSet deflated = new BitSet();
    private final BitSet described = new BitSet();

    /** By entry; empty for an archive in which nothing is compressed. */
    private final long[] sizes;

    Packings(Plan plan) {
        this.plan = plan;
        this.sizes = new long[plan.fixed() ? 0 : plan.entries().size()];
    }

    void set(int index, Packing packing) {
        deflated.set(index, packing.method() == Records.DEFLATED);
        described.set(index, packing.described());
        sizes[index] = packing.size();
    }

    Packing get(int index) {
        return deflated.get(index)
                ? new Packing(Records.DEFLATED, sizes[index], described.get(index))
                : Packing.stored(plan.entries().get(index));
    }
}
