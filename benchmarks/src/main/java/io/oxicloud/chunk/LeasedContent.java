package io.oxicloud.chunk;

import java.util.ArrayList;
import java.util.List;

/** What the manifest of a lease says, within reach of the benchmarks. */
public final class LeasedContent {
    /** Digest and size of each chunk in order, then those of the content. */
    public static List<String> of(ContentLease lease) {
        Manifest manifest = lease.manifest();
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < manifest.count(); i++) {
            entries.add(manifest.digest(i) + " " + manifest.chunk(i).size());
        }
        entries.add(lease.hash() + " " + lease.size() + " " + lease.crc32());
        return entries;
    }

    private LeasedContent() {}
}
