package io.oxicloud.files.zip;

import io.oxicloud.base.ByteRange;
import io.oxicloud.base.NodeId;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalLong;

/**
 * An archive that can be written: everything that will be in it is known, and that the actor may read it. Close it when it is
 * written or not wanted, for its plan counts among those in memory. For one thread.
 *
 * <p>What is written are the contents as they were planned; later changes do not show.
 */
public final class Archive implements AutoCloseable {
    private final String name;
    private final Plan plan;
    private final List<NodeId> leftOut;
    private final Contents contents;
    private final EntryBudget.Share share;

    Archive(String name, Plan plan, List<NodeId> leftOut, Contents contents, EntryBudget.Share share) {
        this.name = name;
        this.plan = plan;
        this.leftOut = List.copyOf(leftOut);
        this.contents = contents;
        this.share = share;
    }

    /** To save it under. */
    public String name() {
        return name;
    }

    public int entries() {
        return plan.entries().size();
    }

    /** What was asked for and is not there for this actor; the archive names them in a file of its own. */
    public List<NodeId> leftOut() {
        return leftOut;
    }

    /** In bytes, where it is known beforehand: where nothing is compressed. Such an archive has parts and a tag. */
    public OptionalLong length() {
        return plan.fixed() ? OptionalLong.of(plan.length()) : OptionalLong.empty();
    }

    /** Names the bytes of an archive with a known length: another archive with this tag is the same. Letters and digits. */
    public String tag() {
        return plan.tag();
    }

    /**
     * Once, all of it. The first bytes come before any content is opened.
     *
     * @throws IOException if {@code out} fails
     * @throws io.oxicloud.base.CloudException if a content cannot be read, or not by this actor any more. What was written until
     *     then is no archive: it has no directory.
     */
    public void writeTo(OutputStream out) throws IOException {
        write(Window.whole(out));
    }

    /**
     * A part of one with a known length: only the contents that lie in it are opened. Otherwise as {@link #writeTo(OutputStream)}.
     */
    public void writeTo(OutputStream out, ByteRange range) throws IOException {
        if (!plan.fixed()) {
            throw new IllegalStateException("nobody knows where the bytes of this archive are");
        }
        write(new Window(out, range));
    }

    private void write(Window window) throws IOException {
        try (var writer = new ArchiveWriter(plan, contents::begin, window)) {
            writer.write();
        }
    }

    @Override
    public void close() {
        share.close();
    }
}
