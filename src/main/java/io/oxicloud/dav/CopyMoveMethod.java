package io.oxicloud.dav;

import io.milton.http.Request.Method;
import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Lineage;
import io.oxicloud.base.NodeId;
import io.oxicloud.base.NodeName;
import io.oxicloud.base.Precondition;
import io.oxicloud.dav.DavTarget.InDrive;
import io.oxicloud.files.Destination;
import io.oxicloud.files.Destination.Taken;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import java.util.List;

/**
 * COPY and MOVE (RFC 4918 sections 9.8 and 9.9), also from drive to drive. All of it happens or nothing, what is replaced goes
 * to the trash, so there is no Multi-Status to give.
 */
final class CopyMoveMethod implements DavMethod {
    private final Places places;
    private final FileTree files;
    private final Conditionals conditionals;
    private final DestinationHeader destinations;

    CopyMoveMethod(Places places, FileTree files, Conditionals conditionals, DestinationHeader destinations) {
        this.places = places;
        this.files = files;
        this.conditionals = conditionals;
        this.destinations = destinations;
    }

    @Override
    public String[] getMethods() {
        return new String[] {"COPY", "MOVE"};
    }

    @Override
    public void answer(DavRequest request, DavResponse response) {
        boolean move = request.getMethod() == Method.MOVE;
        InDrive from = Places.inDrive(request);
        InDrive to = destinations.of(request);
        Taken taken = overwrite(request);
        Node source = places.node(request.actor(), from);
        boolean whole = whole(request, source, move);
        Lineage folder = move && Places.areNeighbours(from, to) ? folderOf(source) : folder(request.actor(), to);
        String name = NodeName.of(Places.name(to));
        refuseOverlap(request.actor(), source, folder, name, whole);
        Precondition asked = conditionals.forTransfer(request, to);
        boolean replaced = transfer(request, source, new Destination(folder.self(), name, taken), move, whole, asked);
        response.status(replaced ? 204 : 201);
    }

    private boolean transfer(
            DavRequest request, Node source, Destination to, boolean move, boolean whole, Precondition asked) {
        try {
            return move
                    ? files.move(request.actor(), source.id(), to, asked).replaced()
                    : files.copy(request.actor(), source.id(), to, whole, asked).replaced();
        } catch (CloudException e) {
            throw e.code() == ErrorCode.NAME_TAKEN && to.taken() == Taken.REFUSE
                    ? new CloudException(ErrorCode.STALE_ETAG, "there is something at the destination already", e)
                    : e;
        }
    }

    /** Where there is nothing, and where nothing may be seen, there is no folder to put it in. */
    private Lineage folder(Actor actor, InDrive to) {
        if (to.path().isEmpty()) {
            throw new CloudException(ErrorCode.FORBIDDEN, "the root of a drive is not replaced");
        }
        try {
            return places.parent(actor, to).lineage();
        } catch (CloudException e) {
            throw e.code() == ErrorCode.NOT_FOUND
                    ? new CloudException(ErrorCode.CONFLICT, "the folder to put it in does not exist", e)
                    : e;
        }
    }

    /** Of what stays in its folder; that one may be out of sight, for who was given a file by itself. */
    private static Lineage folderOf(Node node) {
        List<NodeId> above = node.lineage().ancestors();
        int last = above.size() - 1;
        return new Lineage(node.drive(), above.subList(0, last), above.get(last));
    }

    /** Neither over itself, nor over a folder that it lies in, nor into itself. The doors refuse the same, in other words. */
    private void refuseOverlap(Actor actor, Node source, Lineage folder, String name, boolean whole) {
        if (whole && folder.isWithin(source.id().value())) {
            throw new CloudException(ErrorCode.FORBIDDEN, "a folder does not fit into itself");
        }
        List<NodeId> way = source.lineage().path();
        int next = way.indexOf(folder.self()) + 1;
        if (next > 0
                && next < way.size()
                && nameOf(actor, source, way.get(next)).equals(name)) {
            throw new CloudException(ErrorCode.FORBIDDEN, "it lies at the destination, or in what is there");
        }
    }

    private String nameOf(Actor actor, Node source, NodeId onTheWay) {
        return source.id().equals(onTheWay)
                ? source.name()
                : files.get(actor, onTheWay).name();
    }

    /** @throws CloudException INVALID_INPUT for what is neither T nor F */
    private static Taken overwrite(DavRequest request) {
        String header = request.only("Overwrite");
        if (header == null || header.equalsIgnoreCase("T")) {
            return Taken.REPLACE;
        }
        if (header.equalsIgnoreCase("F")) {
            return Taken.REFUSE;
        }
        throw new CloudException(ErrorCode.INVALID_INPUT, "Overwrite is T or F");
    }

    /** A folder moves whole; a copy may be without what lies in it. What a file has inside is the same at each depth. */
    private static boolean whole(DavRequest request, Node source, boolean move) {
        boolean deep = Depth.of(request, Depth.INFINITY, Depth.ZERO) == Depth.INFINITY;
        if (move && !deep && source.folder()) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "a folder moves with all that lies in it");
        }
        return deep;
    }
}
