package io.oxicloud.blob.s3;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Secret;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3SettingsTest {
    private static final Secret SECRET = new Secret("hush");

    @Test
    void theSecretIsNotShown() {
        var settings = new S3Settings("some.bucket-1", "eu-central-1", "key", SECRET, null, false);

        assertFalse(settings.toString().contains("hush"), settings::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "Upper", "under_score", "-a-", "a/b", "a b c"})
    void whatCannotBeABucketIsRefused(String bucket) {
        assertThrows(
                IllegalArgumentException.class,
                () -> new S3Settings(bucket, "eu-central-1", "key", SECRET, null, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://s3.example.org", "https:s3", "https://me@s3.example.org", "https://s3.example.org?a=b"})
    void whatCannotBeAnEndpointIsRefused(String endpoint) {
        assertThrows(
                IllegalArgumentException.class,
                () -> new S3Settings("bucket", "eu-central-1", "key", SECRET, URI.create(endpoint), true));
    }

    @Test
    void nothingMayBeMissing() {
        assertThrows(IllegalArgumentException.class, () -> new S3Settings("bucket", "", "key", SECRET, null, true));
        assertThrows(
                IllegalArgumentException.class, () -> new S3Settings("bucket", "us-east-1", "", SECRET, null, true));
        assertThrows(
                IllegalArgumentException.class,
                () -> new S3Settings("bucket", "us-east-1", "key", new Secret(""), null, true));
    }
}
