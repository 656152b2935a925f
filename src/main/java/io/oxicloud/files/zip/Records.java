package io.oxicloud.files.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * What stands in an archive between the contents (APPNOTE 4.3, 4.4, 4.5). What needs no ZIP64 has none: some readers take fright at
 * it. Names are in UTF-8 and said to be. Times are twice there: in seconds since 1970 where 32 bits hold them (the extended
 * timestamp of Info-ZIP), and as MS-DOS has them, which is from 1980 to 2107 and here in UTC.
 */
final class Records {
    static final int STORED = 0;
    static final int DEFLATED = 8;

    /** The size from which on it stands in a ZIP64 field, which this value says. */
    static final long MAX_32 = 0xFFFF_FFFFL;

    private static final int MAX_16 = 0xFFFF;

    private static final int LOCAL = 30;
    private static final int CENTRAL = 46;
    private static final int TIMES = 9;
    private static final int LOCAL_ZIP64 = 20;
    private static final int END = 22;
    private static final int END_ZIP64 = 56 + 20;

    private static final int UTF_8 = 0x0800;
    private static final int DESCRIBED = 0x0008;
    private static final int VERSION_FOLDERS_AND_DEFLATE = 20;
    private static final int VERSION_ZIP64 = 45;
    private static final int MADE_ON_UNIX = 3 << 8;
    private static final int FILE_MODE = 0100644;
    private static final int FOLDER_MODE = 040755;
    private static final int DOS_FOLDER = 0x10;

    /** How an entry went into the archive; of what is {@code described}, sizes and checksum stand behind it. */
    record Packing(int method, long size, boolean described) {
        static Packing stored(Entry entry) {
            return new Packing(STORED, entry.size, false);
        }
    }

    /**
     * Whether the sizes need 64 bits where the entry begins. What is described is not compressed yet then, and may become a little
     * longer than it was.
     */
    private static boolean isLong(Entry entry, Packing packing) {
        return packing.described ? entry.size >= MAX_32 - (MAX_32 >> 8) : entry.size >= MAX_32;
    }

    static int localLength(Entry entry, Packing packing) {
        return LOCAL + entry.pathLength + times(entry) + (isLong(entry, packing) ? LOCAL_ZIP64 : 0);
    }

    static byte[] local(Entry entry, Packing packing) {
        boolean zip64 = isLong(entry, packing);
        byte[] bytes = new byte[localLength(entry, packing)];
        ByteBuffer to = buffer(bytes);
        to.putInt(0x04034B50).putShort((short) version(zip64));
        common(to, entry, packing);
        to.putInt(packing.described ? 0 : entry.crc32);
        to.putInt(zip64 ? -1 : packing.described ? 0 : (int) packing.size);
        to.putInt(zip64 ? -1 : packing.described ? 0 : (int) entry.size);
        to.putShort((short) entry.pathLength).putShort((short) (times(entry) + (zip64 ? LOCAL_ZIP64 : 0)));
        to.put(entry.path());
        putTimes(to, entry);
        if (zip64) {
            to.putShort((short) 1).putShort((short) 16);
            to.putLong(packing.described ? 0 : entry.size).putLong(packing.described ? 0 : packing.size);
        }
        return bytes;
    }

    static int descriptorLength(Entry entry, Packing packing) {
        return !packing.described ? 0 : isLong(entry, packing) ? 24 : 16;
    }

    static byte[] descriptor(Entry entry, Packing packing) {
        byte[] bytes = new byte[descriptorLength(entry, packing)];
        ByteBuffer to = buffer(bytes);
        to.putInt(0x08074B50).putInt(entry.crc32);
        if (isLong(entry, packing)) {
            to.putLong(packing.size).putLong(entry.size);
        } else {
            to.putInt((int) packing.size).putInt((int) entry.size);
        }
        return bytes;
    }

    static int centralLength(Entry entry, Packing packing, long offset) {
        return CENTRAL + entry.pathLength + times(entry) + centralZip64(entry, packing, offset);
    }

    private static int centralZip64(Entry entry, Packing packing, long offset) {
        int values = (entry.size >= MAX_32 ? 1 : 0) + (packing.size >= MAX_32 ? 1 : 0) + (offset >= MAX_32 ? 1 : 0);
        return values == 0 ? 0 : 4 + 8 * values;
    }

    /** @param offset of its local header */
    static byte[] central(Entry entry, Packing packing, long offset) {
        int zip64 = centralZip64(entry, packing, offset);
        int version = version(zip64 > 0 || isLong(entry, packing));
        byte[] bytes = new byte[centralLength(entry, packing, offset)];
        ByteBuffer to = buffer(bytes);
        to.putInt(0x02014B50).putShort((short) (MADE_ON_UNIX | VERSION_ZIP64)).putShort((short) version);
        common(to, entry, packing);
        to.putInt(entry.crc32);
        to.putInt(bounded(packing.size)).putInt(bounded(entry.size));
        to.putShort((short) entry.pathLength).putShort((short) (times(entry) + zip64));
        to.putShort((short) 0).putShort((short) 0).putShort((short) 0);
        to.putInt(entry.isFolder() ? FOLDER_MODE << 16 | DOS_FOLDER : FILE_MODE << 16);
        to.putInt(bounded(offset));
        to.put(entry.path());
        putTimes(to, entry);
        if (zip64 > 0) {
            to.putShort((short) 1).putShort((short) (zip64 - 4));
            for (long value : new long[] {entry.size, packing.size, offset}) {
                if (value >= MAX_32) {
                    to.putLong(value);
                }
            }
        }
        return bytes;
    }

    static int endLength(int entries, long directory, long offset) {
        return END + (endsLong(entries, directory, offset) ? END_ZIP64 : 0);
    }

    private static boolean endsLong(int entries, long directory, long offset) {
        return entries >= MAX_16 || directory >= MAX_32 || offset >= MAX_32;
    }

    /**
     * @param directory the length of all central records
     * @param offset of the first of them
     */
    static byte[] end(int entries, long directory, long offset) {
        byte[] bytes = new byte[endLength(entries, directory, offset)];
        ByteBuffer to = buffer(bytes);
        if (endsLong(entries, directory, offset)) {
            to.putInt(0x06064B50).putLong(44);
            to.putShort((short) (MADE_ON_UNIX | VERSION_ZIP64)).putShort((short) VERSION_ZIP64);
            to.putInt(0).putInt(0);
            to.putLong(entries).putLong(entries).putLong(directory).putLong(offset);
            to.putInt(0x07064B50).putInt(0).putLong(offset + directory).putInt(1);
        }
        short count = (short) Math.min(entries, MAX_16);
        to.putInt(0x06054B50)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort(count)
                .putShort(count);
        to.putInt(bounded(directory)).putInt(bounded(offset)).putShort((short) 0);
        return bytes;
    }

    /** Flags, method and time, which both headers of an entry have. */
    private static void common(ByteBuffer to, Entry entry, Packing packing) {
        to.putShort((short) (UTF_8 | (packing.described ? DESCRIBED : 0)));
        to.putShort((short) packing.method);
        to.putInt(dosTime(entry.modified));
    }

    static int dosTime(long seconds) {
        LocalDateTime time = LocalDateTime.ofInstant(
                Instant.ofEpochSecond(Math.max(315_532_800L, Math.min(seconds, 4_354_819_198L))), ZoneOffset.UTC);
        return (time.getYear() - 1980) << 25
                | time.getMonthValue() << 21
                | time.getDayOfMonth() << 16
                | time.getHour() << 11
                | time.getMinute() << 5
                | time.getSecond() >> 1;
    }

    private static int times(Entry entry) {
        return entry.modified == (int) entry.modified ? TIMES : 0;
    }

    private static void putTimes(ByteBuffer to, Entry entry) {
        if (times(entry) > 0) {
            to.putShort((short) 0x5455).putShort((short) 5).put((byte) 1).putInt((int) entry.modified);
        }
    }

    private static int version(boolean zip64) {
        return zip64 ? VERSION_ZIP64 : VERSION_FOLDERS_AND_DEFLATE;
    }

    private static int bounded(long value) {
        return (int) Math.min(value, MAX_32);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Records() {}
}
