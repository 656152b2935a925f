package io.oxicloud.files.zip;

import io.oxicloud.base.Hash;
import io.oxicloud.base.Lineage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A file or folder in the plan of an archive. There may be very many: one takes about 120 bytes and its name, for its path is put
 * together from the folders above when it is written.
 */
final class Entry {
    private final @Nullable Entry folder;

    /** What it was found below, to ask again whether it may be read; null for what lies in another entry. */
    private final @Nullable Lineage top;

    /** As it is written; that of a folder with a slash at its end. */
    private final byte[] name;

    /** Of a file of the tree. */
    final @Nullable Hash content;

    /** Of what is no file of the tree and no folder. */
    final byte @Nullable [] text;

    final long size;
    final int crc32;

    /** In seconds since 1970. */
    final long modified;

    /** Whether it may become shorter. */
    final boolean compressible;

    /** Of the whole path, in bytes. */
    final int pathLength;

    private Entry(
            @Nullable Entry folder,
            @Nullable Lineage top,
            String name,
            @Nullable Hash content,
            byte @Nullable [] text,
            long size,
            int crc32,
            long modified,
            boolean compressible) {
        this.folder = folder;
        this.top = top;
        this.name = name.getBytes(StandardCharsets.UTF_8);
        this.content = content;
        this.text = text;
        this.size = size;
        this.crc32 = crc32;
        this.modified = modified;
        this.compressible = compressible;
        this.pathLength = this.name.length + (folder == null ? 0 : folder.pathLength);
    }

    static Entry folder(@Nullable Entry in, @Nullable Lineage top, String name, long modified) {
        return new Entry(in, top, name + '/', null, null, 0, 0, modified, false);
    }

    static Entry file(
            @Nullable Entry in,
            @Nullable Lineage top,
            String name,
            Hash content,
            long size,
            int crc32,
            long modified,
            boolean compressible) {
        return new Entry(in, top, name, content, null, size, crc32, modified, compressible);
    }

    static Entry text(String name, byte[] text, int crc32, long modified) {
        return new Entry(null, null, name, null, text, text.length, crc32, modified, false);
    }

    boolean isFolder() {
        return content == null && text == null;
    }

    /** Names with slashes between, in UTF-8. */
    byte[] path() {
        byte[] path = new byte[pathLength];
        int end = pathLength;
        for (Entry each = this; each != null; each = each.folder) {
            end -= each.name.length;
            System.arraycopy(each.name, 0, path, end, each.name.length);
        }
        return path;
    }

    /** Its name alone. */
    byte[] name() {
        return name;
    }

    int depth() {
        int depth = 0;
        for (Entry each = folder; each != null; each = each.folder) {
            depth++;
        }
        return depth;
    }

    /** What has to be readable still; null for what is nobody's. */
    @Nullable
    Lineage top() {
        Entry highest = this;
        while (highest.folder != null) {
            highest = highest.folder;
        }
        return highest.top;
    }
}
