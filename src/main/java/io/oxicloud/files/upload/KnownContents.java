package io.oxicloud.files.upload;

import io.oxicloud.access.Access;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.db.Tx;
import io.oxicloud.files.FileContent;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.NewContent;
import io.oxicloud.files.Node;
import io.oxicloud.files.Possessions;
import io.oxicloud.files.WriteIntent;
import io.oxicloud.files.Written;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Door to contents by their digest, for who possesses them ({@link Possessions}): a file is made of one without sending a byte.
 * What somebody does not possess looks to him as if it was nowhere. UNAUTHENTICATED for who is no user. Thread-safe.
 */
public final class KnownContents {
    /** Why a digest is of no use: the {@link CloudException#reason} of NOT_FOUND. */
    public static final String NOT_OWNED = "blob_not_owned_by_caller";

    /** Digests in one question. */
    public static final int MAX_ASKED = 10_000;

    private final Tx tx;
    private final Access access;
    private final FileTree files;
    private final ChunkLedger references;
    private final Possessions possessions = new Possessions();

    public KnownContents(Tx tx, Access access, FileTree files, ChunkLedger references) {
        this.tx = tx;
        this.access = access;
        this.files = files;
        this.references = references;
    }

    /**
     * Makes a file. Takes CREATE on the folder; refusals are those of {@link FileTree#prepareWrite}.
     *
     * @throws CloudException also NAME_TAKEN if something has the name; NOT_FOUND with {@link #NOT_OWNED}
     */
    public Written create(Actor actor, NodeId folder, String name, Hash content) {
        actor.user();
        Precondition absent = Precondition.NONE.absent();
        Uploads.fresh(() -> files.prepareWrite(actor, folder, name, absent));
        Long size = sizes(actor, List.of(content)).get(content);
        if (size == null) {
            throw notOwned();
        }
        WriteIntent intent = Uploads.fresh(() -> files.prepareWrite(actor, folder, name, absent, size));
        return Uploads.fresh(() -> files.commitWrite(actor, intent, possessed(access.rights(actor), content, size)));
    }

    /**
     * Which of these contents the actor possesses, with their sizes in bytes.
     *
     * @throws CloudException INVALID_INPUT for more than {@value #MAX_ASKED}
     */
    public Map<Hash, Long> sizes(Actor actor, Collection<Hash> asked) {
        actor.user();
        Set<Hash> distinct = Set.copyOf(bounded(asked));
        Rights rights = access.rights(actor);
        return tx.read("uploads.possessed", scope -> possessions.contents(scope, rights, distinct));
    }

    /**
     * What was asked, if that is not too much.
     *
     * @throws CloudException INVALID_INPUT for more than {@value #MAX_ASKED}
     */
    public static <T extends @Nullable Object> Collection<T> bounded(Collection<T> asked) {
        if (asked.size() > MAX_ASKED) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "hashes: at most " + MAX_ASKED + " at once");
        }
        return asked;
    }

    /**
     * How many files and versions there are with a content, whoever has them. For administrators who possess it.
     *
     * @throws CloudException FORBIDDEN for others; NOT_FOUND with {@link #NOT_OWNED}
     */
    public long references(Actor actor, Hash content) {
        if (!actor.user().admin()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "for administrators");
        }
        if (sizes(actor, List.of(content)).isEmpty()) {
            throw notOwned();
        }
        return tx.read("uploads.references", scope -> references.references(scope, content));
    }

    /**
     * The bytes of a content.
     *
     * @throws CloudException NOT_FOUND with {@link #NOT_OWNED}
     */
    public FileContent open(Actor actor, Hash content) {
        actor.user();
        Rights rights = access.rights(actor);
        Node file = tx.read("uploads.open", scope -> possessions.file(scope, rights, content))
                .orElseThrow(KnownContents::notOwned);
        return files.open(actor, file);
    }

    private NewContent possessed(Rights rights, Hash content, long size) {
        return new NewContent() {
            @Override
            public Hash hash() {
                return content;
            }

            @Override
            public long size() {
                return size;
            }

            @Override
            public void take(Tx.Scope scope) {
                retain(scope, rights, content);
            }
        };
    }

    /** Asked again where the reference is taken: the last file with that content may be gone for good by now. */
    private void retain(Tx.Scope scope, Rights rights, Hash content) {
        if (possessions.contents(scope, rights, List.of(content)).isEmpty()) {
            throw notOwned();
        }
        references.retain(scope, new TreeMap<>(Map.of(content, 1L)));
    }

    static CloudException notOwned() {
        return new CloudException(ErrorCode.NOT_FOUND, "you have no file with this content").withReason(NOT_OWNED);
    }
}
