package io.oxicloud.rest.upload;

import io.oxicloud.account.limit.RateLimits;
import io.oxicloud.files.Favorites;
import io.oxicloud.files.FileTree;
import io.oxicloud.files.upload.DeltaCommits;
import io.oxicloud.files.upload.Deltas;
import io.oxicloud.files.upload.KnownContents;
import io.oxicloud.files.upload.Uploads;

/** What this part of the API is an edge of. */
public record UploadDoors(
        FileTree files,
        Favorites favorites,
        Uploads uploads,
        KnownContents known,
        Deltas deltas,
        DeltaCommits commits,
        RateLimits limits) {}
