package io.oxicloud.files.session;

import io.oxicloud.access.Access;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.Ids;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.Precondition;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.Tx;
import io.oxicloud.files.AlongWrite;
import io.oxicloud.files.Declared;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.WriteIntent;
import io.oxicloud.files.Written;
import io.oxicloud.files.upload.HeldBytes;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the files that sessions end with, each once, whoever asks and however often. Thread-safe. */
final class Completion {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.upload");

    private static final Precondition NEW = Precondition.NONE.absent();

    private final Tx tx;
    private final FileTree tree;
    private final HeldBytes held;
    private final ChunkStore contents;
    private final Ids ids;
    private final Clock clock;
    private final SessionRows rows = new SessionRows();
    private final PieceRelease release;

    Completion(Tx tx, FileTree tree, HeldBytes held, FileTree.Store store, Ids ids, Clock clock) {
        this.tx = tx;
        this.tree = tree;
        this.held = held;
        this.contents = store.contents();
        this.ids = ids;
        this.clock = clock;
        this.release = new PieceRelease(tx, store.references(), held);
    }

    /** Asks all that is asked before there are bytes: at the beginning of a session, and again at its end. */
    WriteIntent prepare(Actor actor, NodeId folder, String name, long length) {
        try {
            return tree.prepareWrite(actor, folder, name, NEW, length);
        } catch (CloudException e) {
            // that nothing may be there is all that is asked of what is there
            throw e.code() == ErrorCode.STALE_ETAG ? nameTaken(e) : e;
        }
    }

    /** As {@link UploadSessions#complete}. */
    Node complete(Actor actor, UUID id, @Nullable Checksum checksum) {
        UserId user = actor.user().id();
        var claim = new Claim(id, Claim.WHOLE, ids.next());
        UploadSession session = tx.retryingWrite("sessions.complete", scope -> {
            UploadSessionEntity found = rows.find(scope, id, user, now()).orElseThrow(Access::absent);
            if (found.state == SessionState.OPEN && found.view().whole()) {
                claim.take(scope);
            }
            return found.view();
        });
        if (session.file() != null) {
            return tree.get(actor, session.file());
        }
        if (!session.whole()) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT,
                    session.receivedPieces() + " of " + session.pieces().count() + " pieces have come");
        }
        Node made;
        try {
            made = make(actor, session, claim, checksum);
        } catch (RuntimeException e) {
            claim.giveUp(tx, rows, 0);
            return outcome(actor, id, e);
        }
        release.tryRelease(id, now());
        return made;
    }

    private Node make(Actor actor, UploadSession session, Claim claim, @Nullable Checksum checksum) {
        WriteIntent intent = prepare(
                actor, session.folder(), session.name(), session.pieces().total());
        List<Hash> pieces = tx.read(
                "sessions.pieces",
                scope -> rows.pieces(scope, session.id()).stream()
                        .map(piece -> piece.content)
                        .toList());
        try (InputStream whole = claim.guard(new PieceStream(contents, pieces), tx)) {
            Checksum.@Nullable Check check = checksum == null ? null : checksum.begin(whole);
            try (ContentLease lease = contents.ingest(check == null ? whole : check.bytes())) {
                requireWhole(actor, session, check, lease);
                return tree.commitWrite(
                                actor,
                                intent.with(new Declared(session.mediaType(), null)),
                                lease,
                                finishing(actor.user().id(), claim))
                        .node();
            }
        } catch (CloudException e) {
            throw e.code() == ErrorCode.STALE_ETAG ? nameTaken(e) : e;
        } catch (IOException e) {
            throw new CloudException(ErrorCode.BACKEND_DOWN, "the pieces cannot be read: " + e.getMessage(), e);
        }
    }

    private static void requireWhole(
            Actor actor, UploadSession session, Checksum.@Nullable Check check, ContentLease lease) {
        if (lease.size() != session.pieces().total()) {
            throw new CloudException(ErrorCode.CONFLICT, "the session ended meanwhile");
        }
        if (check == null) {
            return;
        }
        try {
            check.require(lease.hash());
        } catch (CloudException e) {
            AUDIT.info("upload.checksum_refused actor={} session={} content={}", actor, session.id(), lease.hash());
            throw e;
        }
    }

    /** The session is done in the transaction that makes the file; its row is locked first, as by all who change it. */
    private AlongWrite finishing(UserId user, Claim claim) {
        return new AlongWrite() {
            @Override
            public void begin(Tx.Scope scope) {
                UploadSessionEntity session =
                        rows.lock(scope, claim.session(), user, now()).orElseThrow(Access::absent);
                if (session.state != SessionState.OPEN) {
                    throw claim.busy();
                }
            }

            @Override
            public void end(Tx.Scope scope, Written written) {
                held.release(scope, user, written.node().size());
                rows.finish(scope, claim.session(), written.node().id());
                claim.drop(scope);
            }
        };
    }

    /** What became of a session that could not be completed here: it may be over, or be a file already. */
    private Node outcome(Actor actor, UUID id, RuntimeException failure) {
        NodeId file;
        try {
            UserId user = actor.user().id();
            file = tx.read(
                            "sessions.get",
                            scope -> rows.find(scope, id, user, now())
                                    .orElseThrow(Access::absent)
                                    .view())
                    .file();
        } catch (CloudException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                throw e;
            }
            failure.addSuppressed(e);
            throw failure;
        }
        if (file == null) {
            throw failure;
        }
        return tree.get(actor, file);
    }

    private static CloudException nameTaken(@Nullable Throwable cause) {
        return new CloudException(ErrorCode.NAME_TAKEN, "there is something with this name already", cause);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
