package io.oxicloud.blob.s3;

import io.oxicloud.base.Secret;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket, and what opens it. The key must be allowed to list the bucket, and to read, write and delete its objects;
 * without the first, S3 tells a missing object from a forbidden one to nobody.
 *
 * @param region where the bucket is; other services than Amazon's want some word as well, often {@code us-east-1}
 * @param endpoint null for Amazon's own
 * @param pathStyle whether the bucket is a part of the path and not of the host's name, as most other services have it
 */
public record S3Settings(
        String bucket,
        String region,
        String accessKey,
        Secret secretKey,
        @Nullable URI endpoint,
        boolean pathStyle) {
    public S3Settings {
        require(
                bucket.matches("[a-z0-9][a-z0-9.-]+[a-z0-9]") && bucket.length() <= 63,
                "not the name of a bucket: " + bucket);
        require(region.matches("[a-z0-9][a-z0-9-]*"), "not a region: " + region);
        require(!accessKey.isBlank() && !secretKey.reveal().isBlank(), "the access key and its secret are both needed");
        require(
                endpoint == null
                        || (("https".equals(endpoint.getScheme()) || "http".equals(endpoint.getScheme()))
                                && endpoint.getHost() != null
                                && endpoint.getRawUserInfo() == null
                                && endpoint.getRawQuery() == null),
                "the endpoint must be like https://s3.example.org");
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
