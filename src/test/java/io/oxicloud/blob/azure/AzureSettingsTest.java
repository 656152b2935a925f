package io.oxicloud.blob.azure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxicloud.base.Secret;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureSettingsTest {
    private static final Secret KEY = new Secret("a2V5");

    @Test
    void theUsualEndpointFollowsFromTheAccount() {
        assertEquals(
                "https://acme.blob.core.windows.net/blobs",
                AzureSettings.withKey("acme", KEY, "blobs", null).containerUrl());
    }

    @ParameterizedTest
    @CsvSource({
        "AccountName=acme;AccountKey=a2V5, https://acme.blob.core.windows.net/blobs",
        "AccountName=acme;AccountKey=a2V5;EndpointSuffix=core.chinacloudapi.cn, https://acme.blob.core.chinacloudapi.cn/blobs",
        "accountname=acme; accountkey=a2U=;BlobEndpoint=http://127.0.0.1:10000/acme/;, http://127.0.0.1:10000/acme/blobs",
        "SharedAccessSignature=sv=2&sig=x%3D;BlobEndpoint=https://acme.example.org, https://acme.example.org/blobs",
    })
    void aConnectionStringSaysWhereTheContainerIs(String text, String url) {
        var settings = AzureSettings.ofConnectionString(new Secret(text), "blobs", null);

        assertEquals(url, settings.containerUrl());
        assertEquals("acme", settings.account());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "AccountName=acme", "AccountKey=a2V5", "UseDevelopmentStorage=true"})
    void aConnectionStringThatDoesNotSayEnoughIsRefusedAndNotRepeated(String text) {
        var failure = assertThrows(
                IllegalArgumentException.class,
                () -> AzureSettings.ofConnectionString(new Secret(text + ";x=hush"), "blobs", null));

        assertFalse(failure.toString().contains("hush"), failure::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "Upper", "two--hyphens", "-a-", "under_score", "a/b"})
    void whatCannotBeAContainerIsRefused(String container) {
        assertThrows(IllegalArgumentException.class, () -> AzureSettings.withKey("acme", KEY, container, null));
    }

    @Test
    void keyAndSignatureAreChecked() {
        assertThrows(
                IllegalArgumentException.class,
                () -> AzureSettings.withKey("acme", new Secret("not base 64!"), "blobs", null));
        assertThrows(
                IllegalArgumentException.class, () -> AzureSettings.withSas("acme", new Secret("sv=1"), "blobs", null));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AzureSettings("acme", KEY, new Secret("sig=1"), "blobs", URI.create("https://x.org")));
        assertThrows(
                IllegalArgumentException.class,
                () -> AzureSettings.withKey("acme", KEY, "blobs", URI.create("ftp://x.org")));
        assertFalse(AzureSettings.withKey("acme", KEY, "blobs", null).toString().contains("a2V5"));
    }
}
