package io.oxicloud.files.zip;

import io.oxicloud.base.ByteRange;
import io.oxicloud.chunk.PendingContent;
import io.oxicloud.files.zip.Records.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes an archive, or a part of one that is {@link Plan#fixed}, as its contents are read; the next one is opened meanwhile. What is
 * compressible and short is compressed in memory first, so that its sizes stand before it; behind a long one they follow it. For one
 * thread, once.
 */
final class ArchiveWriter implements AutoCloseable {
    /** In bytes, up to which a content is compressed before its header is written. */
    static final int SHORT = 1 << 20;

    private final Plan plan;
    private final Opening contents;
    private final Window window;
    private final Packings packings;
    private final Packer packer = new Packer();

    /** Of the first entry after the current one that has something to read. */
    private @Nullable PendingContent ahead;

    private int aheadOf = -1;
    private boolean begun;

    ArchiveWriter(Plan plan, Opening contents, Window window) {
        this.plan = plan;
        this.contents = contents;
        this.window = window;
        this.packings = new Packings(plan);
    }

    void write() throws IOException {
        List<Entry> entries = plan.entries();
        for (int i = 0; i < entries.size() && !window.done(); i++) {
            Entry entry = entries.get(i);
            if (entry.compressible && entry.size <= SHORT) {
                compressed(i, entry);
            } else if (entry.compressible) {
                compressing(i, entry);
            } else {
                stored(i, entry);
            }
        }
        directory(entries);
    }

    private void stored(int index, Entry entry) throws IOException {
        var packing = Packing.stored(entry);
        header(entry, packing);
        byte[] text = entry.text;
        if (text != null) {
            window.write(text.length, () -> text);
            return;
        }
        ByteRange wanted = window.next(entry.size);
        if (wanted != null) {
            try (InputStream bytes = open(index, wanted)) {
                bytes.transferTo(window.out());
            }
        }
    }

    private void compressed(int index, Entry entry) throws IOException {
        try (InputStream content = open(index, new ByteRange(0, entry.size))) {
            packer.read(content, (int) entry.size);
        }
        boolean shorter = packer.shorten();
        Packing packing = shorter ? new Packing(Records.DEFLATED, packer.length(), false) : Packing.stored(entry);
        packings.set(index, packing);
        header(entry, packing);
        window.next(packing.size());
        packer.writeTo(window.out());
    }

    private void compressing(int index, Entry entry) throws IOException {
        header(entry, new Packing(Records.DEFLATED, entry.size, true));
        long length;
        try (InputStream content = open(index, new ByteRange(0, entry.size))) {
            length = packer.pack(content, window.out());
        }
        var packing = new Packing(Records.DEFLATED, length, true);
        packings.set(index, packing);
        window.next(length);
        window.write(Records.descriptorLength(entry, packing), () -> Records.descriptor(entry, packing));
    }

    private void header(Entry entry, Packing packing) throws IOException {
        window.write(Records.localLength(entry, packing), () -> Records.local(entry, packing));
        if (!begun) {
            begun = true;
            window.out().flush(); // so that the first byte does not wait for a content
        }
    }

    private void directory(List<Entry> entries) throws IOException {
        long begin = window.at();
        long offset = 0;
        for (int i = 0; i < entries.size() && !window.done(); i++) {
            Entry entry = entries.get(i);
            Packing packing = packings.get(i);
            long of = offset;
            window.write(Records.centralLength(entry, packing, of), () -> Records.central(entry, packing, of));
            offset += Records.localLength(entry, packing) + packing.size() + Records.descriptorLength(entry, packing);
        }
        if (!window.done()) {
            long length = window.at() - begin;
            byte[] end = Records.end(entries.size(), length, begin);
            window.write(end.length, () -> end);
        }
    }

    /** To be called once what comes before the content has been passed over. */
    private InputStream open(int index, ByteRange wanted) {
        PendingContent opening = aheadOf == index ? ahead : null;
        if (opening == null) {
            opening = contents.begin(index, wanted);
        }
        ahead = null;
        InputStream bytes = opening.take();
        beginNext(index);
        return bytes;
    }

    private void beginNext(int index) {
        List<Entry> entries = plan.entries();
        long at = window.at();
        for (int i = index + 1; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            long begins = at + Records.localLength(entry, Packing.stored(entry));
            if (entry.content != null && entry.size > 0) {
                ByteRange wanted = window.overlap(begins, entry.size);
                aheadOf = i;
                ahead = wanted == null ? null : contents.begin(i, wanted);
                return;
            }
            at = begins + entry.size;
        }
    }

    @Override
    public void close() {
        packer.close();
        if (ahead != null) {
            ahead.close();
        }
    }
}
