package io.oxicloud.rest.upload;

import io.oxicloud.base.Actor;
import io.oxicloud.files.Favorites;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.Node;
import io.oxicloud.files.Written;
import io.oxicloud.rest.file.FileDto;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Objects;

/** What an upload answers: the file as it is now. */
final class StoredFile {
    private static final String NEVER_KEPT = "no-cache, no-store, must-revalidate";

    private final FileTree files;
    private final Favorites favorites;

    StoredFile(FileTree files, Favorites favorites) {
        this.files = files;
        this.favorites = favorites;
    }

    /** 201 for a new file, 200 for one that was there. */
    Response answer(Actor.User actor, Written written) {
        return answer(actor, written.node(), written.created());
    }

    Response answer(Actor.User actor, Node file, boolean created) {
        return Response.status(created ? Response.Status.CREATED : Response.Status.OK)
                .header(HttpHeaders.ETAG, file.etag())
                .header(HttpHeaders.CACHE_CONTROL, NEVER_KEPT)
                .entity(shown(actor, file, created))
                .build();
    }

    /** @param fresh nobody can have marked it or been given a role on it yet */
    FileDto shown(Actor.User actor, Node file, boolean fresh) {
        String path = Objects.requireNonNull(files.paths(actor, List.of(file)).get(file.id()));
        boolean favorite = !fresh && !favorites.among(actor, List.of(file)).isEmpty();
        return FileDto.of(file, path, favorite, false);
    }
}
