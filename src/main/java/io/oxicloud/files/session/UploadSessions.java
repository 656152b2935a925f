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
import io.oxicloud.chunk.ChunkLedger;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.ContentLease;
import io.oxicloud.db.DuplicateException;
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
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Door to uploads that come in pieces, in any order, over hours and through any node: all there is of one are rows, and contents
 * of the store that the rows hold. An acknowledged piece is on stable storage and stays until the session ends. A session is its
 * owner's; to everybody else, and when its time is over, it is NOT_FOUND. Thread-safe.
 */
public final class UploadSessions {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.upload");

    private static final Logger log = LoggerFactory.getLogger(UploadSessions.class);

    /** How many pieces may come in vain; of a longer file, as many bytes as it has. */
    private static final long WASTED_PIECES = 32;

    private static final Precondition NEW = Precondition.NONE.absent();

    private final Tx tx;
    private final FileTree tree;
    private final HeldBytes held;
    private final ChunkStore contents;
    private final ChunkLedger references;
    private final LongSupplier free;
    private final SessionLimits limits;
    private final Ids ids;
    private final Clock clock;
    private final SessionRows rows = new SessionRows();
    private final PieceRelease release;

    public UploadSessions(
            Tx tx, FileTree tree, HeldBytes held, FileTree.Store store, SessionLimits limits, Ids ids, Clock clock) {
        this.tx = tx;
        this.held = held;
        this.tree = tree;
        contents = store.contents();
        references = store.references();
        free = store.limits().freeBytes();
        this.limits = limits;
        this.ids = ids;
        this.clock = clock;
        release = new PieceRelease(tx, references, held);
    }

    /**
     * Begins an upload. Takes CREATE on the folder. What it will need counts until it ends, against the room that other sessions of
     * the same user find in that drive, and nobody else's: who announces much and sends nothing is in nobody's way.
     *
     * @throws CloudException as {@link FileTree#prepareWrite}; NAME_TAKEN; TOO_LARGE for a longer piece than any may be;
     *     OVER_QUOTA if it does not fit into the drive beside the user's other sessions there, or is more than one account may hold
     */
    public UploadSession begin(Actor actor, NewSession wanted) {
        UserId user = actor.user().id();
        if (wanted.pieceBytes() > limits.maxPieceBytes()) {
            throw new CloudException(
                    ErrorCode.TOO_LARGE, "chunk_size: a piece may have at most " + limits.maxPieceBytes() + " bytes");
        }
        WriteIntent intent = prepare(actor, wanted.folder(), wanted.name(), wanted.totalBytes());
        Node folder = tree.get(actor, wanted.folder());
        Instant now = now();
        var made = new UploadSessionEntity(
                ids.next(), user.value(), folder.drive().value(), wanted, intent.name(), now.plus(limits.life()));
        tx.retryingWrite("sessions.begin", scope -> {
            held.announce(scope, user, wanted.totalBytes());
            long promised = rows.promised(scope, user, folder.drive(), now);
            if (wanted.totalBytes() > intent.bound().quota() - promised) {
                throw new CloudException(
                        ErrorCode.OVER_QUOTA,
                        "there is no room beside the " + promised + " bytes of your other uploads");
            }
            scope.session().persist(made);
            return made.id;
        });
        return made.view();
    }

    /** How long a session is kept. */
    public Duration life() {
        return limits.life();
    }

    /** How far it has come: one statement, however many pieces have. */
    public UploadSession get(Actor actor, UUID id) {
        UserId user = actor.user().id();
        return tx.read("sessions.get", scope -> found(scope, id, user)).view();
    }

    /** The numbers of the pieces that have not come. */
    public List<Integer> missing(Actor actor, UploadSession asked) {
        UserId user = actor.user().id();
        Set<Integer> there = tx.read("sessions.missing", scope -> {
            found(scope, asked.id(), user);
            return new HashSet<>(rows.numbers(scope, asked.id()));
        });
        return asked.file() != null
                ? List.of()
                : IntStream.range(0, asked.pieces().count())
                        .filter(number -> !there.contains(number))
                        .boxed()
                        .toList();
    }

    /**
     * Takes one piece. When this returns, it is on stable storage. One at a time sends a piece.
     *
     * @param bytes not closed; nothing is read of them before it is clear that they may come
     * @param announced how many will come, or -1
     * @throws CloudException INVALID_INPUT if there is no such piece, it has come before, it has another length, or the checksum is
     *     another one; nothing of it is kept then. CONFLICT while somebody else sends it, or if too much came already that was not
     *     kept. TOO_LARGE if more are announced than any piece may have. STORAGE_FULL. As {@link ChunkStore#ingest}
     * @throws IOException if {@code bytes} fails
     */
    public UploadSession put(
            Actor actor, UUID id, int number, @Nullable Checksum checksum, InputStream bytes, long announced)
            throws IOException {
        UserId user = actor.user().id();
        if (announced > limits.maxPieceBytes()) {
            throw new CloudException(
                    ErrorCode.TOO_LARGE, "a piece may have at most " + limits.maxPieceBytes() + " bytes");
        }
        var claim = new Claim(id, number, ids.next());
        UploadSession session = tx.retryingWrite("sessions.claim", scope -> claimPiece(scope, claim, user));
        var piece = new ExactBytes(claim.guard(bytes, tx), session.pieces().lengthOf(number));
        boolean kept = false;
        try {
            piece.requireAnnounced(announced);
            requireDisk(session.pieces().lengthOf(number));
            Checksum.@Nullable Check check = checksum == null ? null : checksum.begin(piece);
            try (ContentLease lease = contents.ingest(check == null ? piece : check.bytes())) {
                piece.requireAll();
                if (check != null) {
                    check.require(lease.hash());
                }
                keep(user, claim, lease);
                kept = true;
            }
        } finally {
            if (!kept) {
                claim.giveUp(tx, rows, piece.came());
            }
        }
        return get(actor, id);
    }

    private UploadSession claimPiece(Tx.Scope scope, Claim claim, UserId user) {
        UploadSessionEntity found = found(scope, claim.session(), user);
        UploadSession session = found.view();
        long length = session.pieces().lengthOf(claim.number());
        if (found.state != SessionState.OPEN || rows.has(scope, found.id, claim.number())) {
            throw cameBefore(claim.number());
        }
        if (found.wastedBytes >= Math.max(found.totalBytes, length * WASTED_PIECES)) {
            throw new CloudException(
                    ErrorCode.CONFLICT,
                    found.wastedBytes + " bytes came for this upload that could not be kept: begin it anew");
        }
        claim.take(scope);
        return session;
    }

    private void requireDisk(long length) {
        if (length > free.getAsLong()) {
            throw new CloudException(ErrorCode.STORAGE_FULL, "the storage has no room for " + length + " bytes");
        }
    }

    private void keep(UserId user, Claim claim, ContentLease lease) {
        Instant now = now();
        UUID id = claim.session();
        int number = claim.number();
        try {
            tx.retryingWrite("sessions.put", scope -> {
                if (!rows.count(scope, id, lease.size(), now)) {
                    throw rows.find(scope, id, user, now)
                            .map(done -> cameBefore(number))
                            .orElseGet(Access::absent);
                }
                scope.session().persist(new PieceEntity(new PieceId(id, number), lease.hash(), lease.size()));
                scope.session().flush();
                references.adopt(scope, lease);
                claim.drop(scope);
                return id;
            });
        } catch (DuplicateException e) {
            if (e.constraint().equals("pk_upload_piece")) {
                throw cameBefore(number);
            }
            throw e;
        }
    }

    /**
     * Makes the file of the pieces, after all that was asked at the beginning was asked again; and once: whoever asks again gets
     * the same file, whatever failed after it was made. After a failure everything is as it was, to be tried again.
     *
     * @throws CloudException INVALID_INPUT if pieces are missing or the checksum is another one; CONFLICT, with the time to try again,
     *     while somebody else is making it; as {@link FileTree#commitWrite}; NAME_TAKEN; NOT_FOUND also if the file that it became is
     *     gone
     */
    public Node complete(Actor actor, UUID id, @Nullable Checksum checksum) {
        UserId user = actor.user().id();
        var claim = new Claim(id, Claim.WHOLE, ids.next());
        UploadSession session = tx.retryingWrite("sessions.complete", scope -> {
            UploadSessionEntity found = found(scope, id, user);
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
        giveBack(id);
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

    /** What the session holds no more; what fails here is done by {@link SessionExpiry}. */
    private void giveBack(UUID id) {
        try {
            release.release(id, now());
        } catch (CloudException e) {
            log.debug("session.pieces-left session={} cause={}", id, e.toString());
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
            file = get(actor, id).file();
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

    /** Gives a session up, and what has come of it back. */
    public void abandon(Actor actor, UUID id) {
        UserId user = actor.user().id();
        tx.retryingWrite("sessions.abandon", scope -> {
            UploadSessionEntity session = rows.lock(scope, id, user, now()).orElseThrow(Access::absent);
            if (session.state == SessionState.OPEN) {
                held.release(scope, user, session.totalBytes);
            }
            rows.end(scope, session.id);
            return id;
        });
        giveBack(id);
    }

    private WriteIntent prepare(Actor actor, NodeId folder, String name, long length) {
        try {
            return tree.prepareWrite(actor, folder, name, NEW, length);
        } catch (CloudException e) {
            // that nothing may be there is all that is asked of what is there
            throw e.code() == ErrorCode.STALE_ETAG ? nameTaken(e) : e;
        }
    }

    private UploadSessionEntity found(Tx.Scope scope, UUID id, UserId user) {
        return rows.find(scope, id, user, now()).orElseThrow(Access::absent);
    }

    private static CloudException nameTaken(@Nullable Throwable cause) {
        return new CloudException(ErrorCode.NAME_TAKEN, "there is something with this name already", cause);
    }

    private static CloudException cameBefore(int number) {
        return new CloudException(ErrorCode.INVALID_INPUT, "piece " + number + " has come before");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
