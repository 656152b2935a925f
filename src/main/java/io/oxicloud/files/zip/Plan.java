package io.oxicloud.files.zip;

import io.oxicloud.files.zip.Records.Packing;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** All that will stand in an archive, in its order: folders before what lies in them. */
final class Plan {
    /** Changes when an archive of the same files gets other bytes. */
    private static final byte LAYOUT = 1;

    private static final int TAG_BYTES = 16;

    private final List<Entry> entries;

    private final boolean fixed;

    Plan(List<Entry> entries) {
        this.entries = entries;
        this.fixed = entries.stream().noneMatch(entry -> entry.compressible);
    }

    List<Entry> entries() {
        return entries;
    }

    /** Whether each content goes into the archive as it is, so that every byte has its place before one is read. */
    boolean fixed() {
        return fixed;
    }

    /** Of an archive that is {@link #fixed}. */
    long length() {
        long at = 0;
        long directory = 0;
        for (Entry entry : entries) {
            var packing = Packing.stored(entry);
            directory += Records.centralLength(entry, packing, at);
            at += Records.localLength(entry, packing) + entry.size;
        }
        return at + directory + Records.endLength(entries.size(), directory, at);
    }

    /** Names the bytes of an archive that is {@link #fixed}: in letters and digits. */
    String tag() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(LAYOUT);
            for (Entry entry : entries) {
                byte[] name = entry.name();
                digest.update(ByteBuffer.allocate(28)
                        .putInt(entry.depth())
                        .putInt(name.length)
                        .putLong(entry.size)
                        .putInt(entry.crc32)
                        .putLong(entry.modified)
                        .flip());
                digest.update(name);
                if (entry.content != null) {
                    digest.update(entry.content.bytes());
                } else if (entry.text != null) {
                    digest.update(entry.text);
                }
            }
            return HexFormat.of().formatHex(digest.digest(), 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }
}
