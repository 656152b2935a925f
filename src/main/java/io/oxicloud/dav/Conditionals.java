package io.oxicloud.dav;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.Elsewhere;
import io.oxicloud.base.Elsewhere.Spot;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.dav.condition.RequestConditions;
import io.oxicloud.dav.condition.ResourceState;
import io.oxicloud.dav.condition.Resources;
import io.oxicloud.dav.property.SyncTokens;
import io.oxicloud.files.FileLock;
import io.oxicloud.files.FolderSync;
import io.oxicloud.files.Locks;
import io.oxicloud.files.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the conditions of a request to what it speaks of. Costs nothing where a request has none that need a look. */
final class Conditionals {
    private final Places places;
    private final Locks locks;
    private final FolderSync sync;
    private final Addresses addresses;

    Conditionals(Places places, Locks locks, FolderSync sync, Addresses addresses) {
        this.places = places;
        this.locks = locks;
        this.sync = sync;
        this.addresses = addresses;
    }

    /**
     * For every method that changes something: what the doors have to ask again when they commit, with the lock tokens that
     * the caller submits.
     *
     * @throws CloudException STALE_ETAG if a condition does not hold; INVALID_INPUT
     */
    Precondition forChange(DavRequest request) {
        return stored(RequestConditions.read(request::header).forChange(new Seen(request)));
    }

    /**
     * For PROPFIND and REPORT.
     *
     * @throws CloudException STALE_ETAG if the {@code If} header does not hold; INVALID_INPUT
     */
    void forQuestion(DavRequest request) {
        String header = request.header("If");
        if (header != null) {
            RequestConditions.read(name -> name.equals("If") ? header : null).forQuestion(new Seen(request));
        }
    }

    /**
     * For GET and HEAD of what was looked up already. What is shown of a folder is younger than the folder's own time.
     *
     * @return whether to answer 304
     * @throws CloudException STALE_ETAG if a condition does not hold; INVALID_INPUT
     */
    boolean notModified(DavRequest request, Node node) {
        return RequestConditions.read(request::header).notModified(new Seen(request) {
            @Override
            public ResourceState target() {
                ResourceState state = state(request.actor(), node);
                return node.folder() ? new ResourceState(state.etag(), null, state.spot(), state.locks()) : state;
            }
        });
    }

    /**
     * For COPY and MOVE. A list without a tag is about the source; clients that lock the destination put its token into such a
     * list, too, so that there it counts as if it were the source's.
     *
     * @throws CloudException as {@link #forChange}
     */
    Precondition forTransfer(DavRequest request, InDrive destination) {
        Set<String> own = new HashSet<>();
        Precondition asked = RequestConditions.read(request::header).forChange(new Seen(request) {
            @Override
            public ResourceState target() {
                ResourceState source = super.target();
                return new ResourceState(source.etag(), source.modified(), source.spot(), () -> {
                    own.addAll(source.locks().get());
                    Set<String> both = new HashSet<>(own);
                    both.addAll(state(request.actor(), destination).locks().get());
                    return both;
                });
            }
        });
        Set<String> others = new HashSet<>(asked.heldLocks());
        others.removeAll(own);
        own.retainAll(asked.heldLocks());
        List<Elsewhere> elsewhere = new ArrayList<>(asked.elsewhere());
        Spot there =
                others.isEmpty() ? null : state(request.actor(), destination).spot();
        if (there != null) {
            elsewhere.add(new Elsewhere(there, null, Set.of(), others, Set.of()));
        }
        return stored(new Precondition(
                asked.mustExist(),
                asked.mustNotExist(),
                asked.ifMatch(),
                asked.ifNoneMatch(),
                asked.lockTokens(),
                own,
                elsewhere));
    }

    /** With sync tokens as the doors know them. */
    private static Precondition stored(Precondition asked) {
        List<Elsewhere> elsewhere = asked.elsewhere().stream()
                .map(each -> new Elsewhere(
                        each.spot(),
                        each.etag(),
                        each.notEtags(),
                        each.heldLocks(),
                        each.syncTokens().stream().map(SyncTokens::inner).collect(Collectors.toSet())))
                .toList();
        return new Precondition(
                asked.mustExist(),
                asked.mustNotExist(),
                asked.ifMatch(),
                asked.ifNoneMatch(),
                asked.lockTokens(),
                asked.heldLocks(),
                elsewhere);
    }

    private ResourceState state(Actor actor, DavTarget target) {
        if (!(target instanceof InDrive inDrive)) {
            return ResourceState.ABSENT;
        }
        try {
            return state(actor, places.node(actor, inDrive));
        } catch (CloudException e) {
            requireDecided(e);
            return absent(actor, inDrive);
        }
    }

    private ResourceState state(Actor actor, Node node) {
        return new ResourceState(node.etag(), node.modified(), new Spot(node.id(), null), () -> states(actor, node));
    }

    /** What is not there lies in the scope of the deep locks on the folder that it would be in, and of those that wait for it. */
    private ResourceState absent(Actor actor, InDrive target) {
        try {
            Node folder = places.parent(actor, target);
            String name = NodeName.of(Places.name(target));
            return new ResourceState(
                    null,
                    null,
                    new Spot(folder.id(), name),
                    () -> tokens(Stream.concat(
                                    on(actor, folder).stream().filter(FileLock::deep),
                                    locks.waitingFor(actor, folder, name).stream())
                            .toList()));
        } catch (CloudException e) {
            requireDecided(e);
            return ResourceState.ABSENT;
        }
    }

    /** That nobody could tell whether something is there does not mean that nothing is. */
    private static void requireDecided(CloudException failure) {
        switch (failure.code()) {
            case NOT_FOUND, FORBIDDEN, CONFLICT, INVALID_INPUT, NOT_ALLOWED_HERE -> {}
            default -> throw failure;
        }
    }

    /** Lock tokens, and of a folder its sync token, which names a state as well (RFC 6578 section 5). */
    private Set<String> states(Actor actor, Node node) {
        Set<String> states = new HashSet<>(tokens(on(actor, node)));
        if (node.folder()) {
            sync.tokens(actor, List.of(node)).values().forEach(token -> states.add(SyncTokens.uri(token)));
        }
        return states;
    }

    private List<FileLock> on(Actor actor, Node node) {
        return locks.on(actor, List.of(node)).getOrDefault(node.id(), List.of());
    }

    private static Set<String> tokens(List<FileLock> locks) {
        return locks.stream().map(FileLock::token).collect(Collectors.toSet());
    }

    private class Seen implements Resources {
        private final DavRequest request;

        Seen(DavRequest request) {
            this.request = request;
        }

        @Override
        public ResourceState target() {
            return state(request.actor(), request.target());
        }

        @Override
        public ResourceState tagged(String tag) {
            DavTarget named = addresses.parse(request, tag);
            return named == null ? ResourceState.ABSENT : state(request.actor(), named);
        }
    }
}
