package io.oxicloud.files.upload;

import io.oxicloud.access.Access;
import io.oxicloud.access.Permission;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.ChunkSequence;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.UserId;
import io.oxicloud.chunk.Admission;
import io.oxicloud.chunk.ChunkStore;
import io.oxicloud.chunk.Frames;
import io.oxicloud.chunk.LooseChunks;
import io.oxicloud.chunk.PendingChunks;
import io.oxicloud.db.Tx;
import io.oxicloud.db.ValueList;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.Possessions;
import io.oxicloud.files.WriteBound;
import io.oxicloud.files.WriteLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Door for chunks on their way: which ones are missing, those that come, those that go. A chunk may be used by who possesses it
 * ({@link Possessions}) or has sent it and waits with it, and by nobody else; whoever may not use one does not learn that it is
 * there. {@link DeltaCommits} makes files of them. UNAUTHENTICATED for who is no user. Thread-safe.
 */
public final class Deltas {
    private final Tx tx;
    private final Access access;
    private final FileTree files;
    private final ChunkStore store;
    private final WriteLimits limits;
    private final HeldBytes held;
    private final UploadSettings settings;
    private final Possessions possessions = new Possessions();
    private final PendingChunks pending = new PendingChunks();

    public Deltas(Tx tx, Access access, FileTree files, FileTree.Store store, HeldBytes held, UploadSettings settings) {
        this.tx = tx;
        this.access = access;
        this.files = files;
        this.store = store.contents();
        this.limits = store.limits();
        this.held = held;
        this.settings = settings;
    }

    /**
     * Which of these chunks have to be sent: each once, in the order of their first use. Advice; the commit decides.
     *
     * @throws CloudException INVALID_INPUT if no file could have these chunks
     */
    public List<Hash> missing(Actor actor, ChunkSequence chunks) {
        UserId account = actor.user().id();
        requirePossible(chunks, settings);
        Set<Hash> asked = new LinkedHashSet<>();
        for (int i = 0; i < chunks.count(); i++) {
            asked.add(chunks.digest(i));
        }
        Set<Hash> usable = usable(account, access.rights(actor), asked);
        return asked.stream().filter(digest -> !usable.contains(digest)).toList();
    }

    /**
     * Takes chunks and keeps them for the actor, for as long as the settings say. Sending one again costs nothing more.
     *
     * @param framed each after its length in four bytes; not closed
     * @return what came, with the digests that it has
     * @throws CloudException INVALID_INPUT for what are no frames, too many of them, or too many bytes; OVER_QUOTA or STORAGE_FULL if there is no room for
     *     them, of which none is written then
     */
    public ChunkSequence take(Actor actor, InputStream framed) throws IOException {
        UserId account = actor.user().id();
        Set<DriveId> writable = writable(actor);
        try (LooseChunks loose = store.ingestChunks(frames(framed), new Room(account, writable))) {
            ChunkSequence sequence = loose.sequence();
            tx.retryingWrite("deltas.keep", scope -> {
                held.charge(scope, account, pending.keep(scope, account, loose, settings.pending()), writable);
                return true;
            });
            return sequence;
        }
    }

    /** Where a file may be made of what is sent, or be changed: nobody says so before the commit, which asks for the room there. */
    private Set<DriveId> writable(Actor actor) {
        Rights rights = access.rights(actor);
        Set<DriveId> drives = new LinkedHashSet<>();
        writing(rights, Resource.Kind.DRIVE).forEach(id -> drives.add(new DriveId(id)));
        List<NodeId> nodes = Stream.of(Resource.Kind.FOLDER, Resource.Kind.FILE)
                .flatMap(kind -> writing(rights, kind))
                .map(NodeId::new)
                .toList();
        files.found(actor, nodes).values().forEach(node -> drives.add(node.drive()));
        return drives;
    }

    private static Stream<UUID> writing(Rights rights, Resource.Kind kind) {
        return rights.holdings(kind).stream()
                .filter(holding -> holding.role().allows(Permission.CREATE)
                        || holding.role().allows(Permission.UPDATE))
                .map(holding -> holding.resource().id());
    }

    private Frames frames(InputStream framed) {
        long most = settings.maxRequestBytes();
        return new Frames(framed, most, UploadSettings.mostChunks(most));
    }

    /**
     * What a file is made of. Takes READ.
     *
     * @throws CloudException NOT_FOUND with {@link KnownContents#NOT_OWNED} if the actor does not possess it; CONFLICT for a folder
     */
    public FileManifest manifest(Actor actor, NodeId id) {
        actor.user();
        Node file = files.get(actor, id);
        if (file.folder()) {
            throw new CloudException(ErrorCode.CONFLICT, "a folder has no content");
        }
        Hash content = Objects.requireNonNull(file.content());
        Rights rights = access.rights(actor);
        Map<Hash, Long> possessed =
                tx.read("deltas.possessed", scope -> possessions.contents(scope, rights, List.of(content)));
        if (possessed.isEmpty()) {
            throw KnownContents.notOwned();
        }
        return new FileManifest(content, store.open(content).chunks());
    }

    /** Those of the chunks that the actor does not possess, in their order. */
    public List<Hash> notAvailable(Actor actor, Collection<Hash> asked) {
        actor.user();
        Rights rights = access.rights(actor);
        Set<Hash> possessed = tx.read("deltas.available", scope -> possessions.chunks(scope, rights, asked));
        return asked.stream().filter(digest -> !possessed.contains(digest)).toList();
    }

    /**
     * Chunks that the actor possesses, to be sent in this order.
     *
     * @param asked at least one, each once
     * @throws CloudException INVALID_INPUT if they are too many bytes; NOT_FOUND if one is not {@link #notAvailable available}
     */
    public SentChunks send(Actor actor, List<Hash> asked) {
        if (asked.isEmpty() || new HashSet<>(asked).size() < asked.size()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "hashes: at least one is needed, and each once");
        }
        int most = UploadSettings.mostChunks(settings.maxRequestBytes());
        if (asked.size() > most) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "hashes: one request may have at most " + most + " chunks");
        }
        if (!notAvailable(actor, asked).isEmpty()) {
            throw KnownContents.notOwned();
        }
        long bytes = store.sizes(asked).values().stream()
                .mapToLong(size -> Frames.HEAD + size)
                .sum();
        if (bytes > settings.maxRequestBytes()) {
            throw tooMany();
        }
        return new SentChunks(store.frames(asked));
    }

    private CloudException tooMany() {
        return new CloudException(
                ErrorCode.INVALID_INPUT,
                "hashes: the chunks of one request may have at most " + settings.maxRequestBytes() + " bytes");
    }

    private Set<Hash> usable(UserId account, Rights rights, Set<Hash> asked) {
        Set<Hash> usable = new HashSet<>();
        List<Hash> all = new ArrayList<>(asked);
        for (int from = 0; from < all.size(); from += ValueList.MOST) {
            List<Hash> some = all.subList(from, Math.min(all.size(), from + ValueList.MOST));
            usable.addAll(tx.read("deltas.usable", scope -> usable(scope, account, rights, some)));
        }
        return usable;
    }

    private Set<Hash> usable(Tx.Scope scope, UserId account, Rights rights, Collection<Hash> some) {
        return usable(scope, pending, possessions, account, rights, some);
    }

    static Set<Hash> usable(
            Tx.Scope scope,
            PendingChunks pending,
            Possessions possessions,
            UserId account,
            Rights rights,
            Collection<Hash> some) {
        Set<Hash> usable = pending.of(scope, account, some);
        List<Hash> others =
                some.stream().filter(digest -> !usable.contains(digest)).toList();
        usable.addAll(possessions.chunks(scope, rights, others));
        return usable;
    }

    /** @throws CloudException INVALID_INPUT naming the chunk, or the sum */
    static void requirePossible(ChunkSequence chunks, UploadSettings settings) {
        int most = UploadSettings.mostChunks(settings.maxFileBytes());
        if (chunks.count() > most) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "chunks: there may be at most " + most);
        }
        for (int i = 0; i < chunks.count(); i++) {
            int size = chunks.size(i);
            if (size < 1 || size > Frames.MAX_CHUNK) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT,
                        "chunks[" + i + "].s: a chunk has 1 to " + Frames.MAX_CHUNK + " bytes, not " + size);
            }
        }
        if (chunks.total() > settings.maxFileBytes()) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "chunks: a file may have at most " + settings.maxFileBytes() + " bytes");
        }
    }

    /** How many bytes may come that the account does not wait with already; found before the first of them. */
    private final class Room implements Admission {
        private final UserId account;
        private final WriteBound bound;
        private final Set<Hash> seen = new HashSet<>();
        private long bytes;

        Room(UserId account, Set<DriveId> writable) {
            this.account = account;
            long room = tx.read("deltas.room", scope -> held.room(scope, account, writable));
            this.bound = new WriteBound(Long.MAX_VALUE, room, limits.freeBytes().getAsLong());
        }

        @Override
        public void admit(Map<Hash, Integer> sizes) {
            Set<Hash> fresh = new HashSet<>(sizes.keySet());
            fresh.removeAll(seen);
            seen.addAll(fresh);
            fresh.removeAll(tx.read("deltas.waited", scope -> pending.of(scope, account, fresh)));
            bytes += fresh.stream().mapToLong(sizes::get).sum();
            bound.require(bytes);
        }
    }
}
