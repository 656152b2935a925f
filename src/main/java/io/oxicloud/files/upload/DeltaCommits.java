package io.oxicloud.files.upload;

import io.oxicloud.access.Access;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.Assembled;
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.chunk.PendingChunks;
import io.oxicloud.db.Tx;
import io.oxicloud.files.Declared;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.NewContent;
import io.oxicloud.files.Node;
import io.oxicloud.files.Possessions;
import io.oxicloud.files.WriteIntent;
import io.oxicloud.files.Written;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Door that makes files of chunks that are there. Nothing that is said of a content is believed: its bytes are read again before it
 * is one. What the actor waited with for it counts no more from then on, in the same transaction. A commit that was made already is
 * answered as it was, and changes nothing. Thread-safe.
 */
public final class DeltaCommits {
    private final Tx tx;
    private final Access access;
    private final FileTree files;
    private final ChunkStore store;
    private final ChunkLedger references;
    private final HeldBytes held;
    private final UploadSettings settings;
    private final Possessions possessions = new Possessions();
    private final PendingChunks pending = new PendingChunks();
    final Assemblies assemblies = new Assemblies();

    public DeltaCommits(
            Tx tx, Access access, FileTree files, FileTree.Store store, HeldBytes held, UploadSettings settings) {
        this.tx = tx;
        this.access = access;
        this.files = files;
        this.store = store.contents();
        this.references = store.references();
        this.held = held;
        this.settings = settings;
    }

    /**
     * Makes a file, or gives one new content. Takes CREATE on the folder or UPDATE on the file; refusals are those of {@link
     * FileTree#prepareWrite}.
     *
     * @param content digest of the whole; if the actor possesses it, the chunks do not matter
     * @param precondition of a file that is there; without a meaning for a new one
     * @throws CloudException also INVALID_INPUT if no file could have these chunks, one has another size, or the whole another
     *     digest, or if they are cut in another way; BUSY if too many are made at once; NAME_TAKEN
     */
    public DeltaOutcome commit(
            Actor actor, DeltaTarget target, Hash content, ChunkSequence chunks, Precondition precondition) {
        UserId account = actor.user().id();
        Deltas.requirePossible(chunks, settings);
        Optional<Written> made = made(actor, target, content);
        if (made.isPresent()) {
            prepareAgain(actor, target, precondition);
            return DeltaOutcome.of(made.get());
        }
        Rights rights = access.rights(actor);
        prepare(actor, target, precondition, -1);
        Long known = tx.read("deltas.known", scope -> possessions.contents(scope, rights, List.of(content)))
                .get(content);
        SortedSet<Hash> used = digests(chunks);
        if (known != null) {
            WriteIntent intent = prepare(actor, target, precondition, known);
            return DeltaOutcome.of(write(actor, target, intent, new Made(account, used, content, known) {
                @Override
                void adopt(Tx.Scope scope) {
                    if (possessions.contents(scope, rights, List.of(content)).isEmpty()) {
                        throw KnownContents.notOwned();
                    }
                    references.retain(scope, new TreeMap<>(Map.of(content, 1L)));
                }
            }));
        }
        WriteIntent intent = prepare(actor, target, precondition, chunks.total());
        Assembled assembled = assemblies.make(
                account,
                () -> store.assemble(
                        content,
                        chunks,
                        (scope, some) -> Deltas.usable(scope, pending, possessions, account, rights, some)));
        try (ContentLease lease = assembled.lease()) {
            if (lease == null) {
                return new DeltaOutcome(null, assembled.missing());
            }
            return DeltaOutcome.of(write(actor, target, intent, new Made(account, used, content, lease.size()) {
                @Override
                void adopt(Tx.Scope scope) {
                    references.adopt(scope, lease);
                }
            }));
        }
    }

    /** The file, if this commit was made before: by the same user, and nobody has written to it since. */
    private Optional<Written> made(Actor actor, DeltaTarget target, Hash content) {
        try {
            Node there = target instanceof DeltaTarget.New fresh
                    ? files.child(actor, fresh.folder(), fresh.name())
                    : files.get(actor, ((DeltaTarget.Existing) target).file());
            boolean own =
                    target instanceof DeltaTarget.Existing || actor.user().id().equals(there.modifiedBy());
            return own && content.equals(there.content())
                    ? Optional.of(new Written(there, target instanceof DeltaTarget.New))
                    : Optional.empty();
        } catch (CloudException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Whoever asks again must still be allowed to. What he knew of the file is what it was before. */
    private void prepareAgain(Actor actor, DeltaTarget target, Precondition precondition) {
        if (target instanceof DeltaTarget.New fresh) {
            files.prepareWrite(actor, fresh.folder(), fresh.name(), Precondition.NONE);
        } else {
            files.prepareReplace(actor, ((DeltaTarget.Existing) target).file(), precondition.made(), -1);
        }
    }

    private WriteIntent prepare(Actor actor, DeltaTarget target, Precondition precondition, long length) {
        if (target instanceof DeltaTarget.New fresh) {
            return Uploads.fresh(
                    () -> files.prepareWrite(actor, fresh.folder(), fresh.name(), Precondition.NONE.absent(), length));
        }
        NodeId file = ((DeltaTarget.Existing) target).file();
        WriteIntent intent = files.prepareReplace(actor, file, precondition, length);
        return intent.with(new Declared(files.get(actor, file).mediaType(), null));
    }

    private Written write(Actor actor, DeltaTarget target, WriteIntent intent, NewContent made) {
        return target instanceof DeltaTarget.New
                ? Uploads.fresh(() -> files.commitWrite(actor, intent, made))
                : files.commitWrite(actor, intent, made);
    }

    private static SortedSet<Hash> digests(ChunkSequence chunks) {
        SortedSet<Hash> digests = new TreeSet<>();
        for (int i = 0; i < chunks.count(); i++) {
            digests.add(chunks.digest(i));
        }
        return digests;
    }

    /** A content whose chunks the account waits with no more when it has one. */
    private abstract class Made implements NewContent {
        private final UserId account;
        private final SortedSet<Hash> used;
        private final Hash content;
        private final long size;

        Made(UserId account, SortedSet<Hash> used, Hash content, long size) {
            this.account = account;
            this.used = used;
            this.content = content;
            this.size = size;
        }

        abstract void adopt(Tx.Scope scope);

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
            adopt(scope);
            held.release(scope, account, pending.drop(scope, account, used));
        }
    }
}
