package io.oxicloud.blob.azure;

import io.oxicloud.base.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which container, and what opens it: the account's key or a shared access signature, one of the two.
 *
 * @param account the storage account's name
 * @param key of the account, in Base64 as Azure shows it
 * @param sas a query string, with or without its question mark; must allow to read, write, delete and list
 * @param endpoint of the account: {@code https://ACCOUNT.blob.core.windows.net} or what stands in for it
 */
public record AzureSettings(
        String account, @Nullable Secret key, @Nullable Secret sas, String container, URI endpoint) {
    public AzureSettings {
        require(!account.isBlank(), "the name of the storage account is missing");
        require((key == null) != (sas == null), "either a key or a shared access signature is needed");
        require(key == null || isBase64(key.reveal()), "the account's key is not Base64");
        require(sas == null || sas.reveal().contains("sig="), "the shared access signature has no sig=");
        require(sas == null || isQuery(sas.reveal()), "the shared access signature is no query string");
        require(
                container.matches("[a-z0-9](-?[a-z0-9])+") && container.length() <= 63 && container.length() >= 3,
                "not the name of a container: " + container);
        require(
                ("https".equals(endpoint.getScheme()) || "http".equals(endpoint.getScheme()))
                        && endpoint.getHost() != null
                        && endpoint.getRawQuery() == null,
                "the endpoint must be like https://ACCOUNT.blob.core.windows.net");
    }

    /** @param endpoint null for Azure's own */
    public static AzureSettings withKey(String account, Secret key, String container, @Nullable URI endpoint) {
        return new AzureSettings(account, key, null, container, endpoint == null ? usual(account) : endpoint);
    }

    /** @param endpoint null for Azure's own */
    public static AzureSettings withSas(String account, Secret sas, String container, @Nullable URI endpoint) {
        return new AzureSettings(account, null, sas, container, endpoint == null ? usual(account) : endpoint);
    }

    /**
     * Reads what Azure's portal calls a connection string.
     *
     * @param endpoint in the place of what the string says; null to take that
     */
    public static AzureSettings ofConnectionString(Secret text, String container, @Nullable URI endpoint) {
        Map<String, String> parts = parts(text.reveal());
        String account = parts.getOrDefault("AccountName", "");
        String key = parts.get("AccountKey");
        String sas = parts.get("SharedAccessSignature");
        String blobs = parts.getOrDefault(
                "BlobEndpoint",
                parts.getOrDefault("DefaultEndpointsProtocol", "https") + "://" + account + ".blob."
                        + parts.getOrDefault("EndpointSuffix", "core.windows.net"));
        URI found = endpoint == null ? uri(blobs) : endpoint;
        return new AzureSettings(
                account.isEmpty() && found.getHost() != null ? found.getHost().replaceFirst("[.].*", "") : account,
                key == null ? null : new Secret(key),
                sas == null ? null : new Secret(sas),
                container,
                found);
    }

    /** Without a slash at its end. */
    String containerUrl() {
        return endpoint.toString().replaceFirst("/+$", "") + "/" + container;
    }

    private static Map<String, String> parts(String text) {
        return Arrays.stream(text.split(";", -1))
                .map(String::strip)
                .filter(part -> part.indexOf('=') > 0)
                .collect(Collectors.toMap(
                        part -> part.substring(0, part.indexOf('=')),
                        part -> part.substring(part.indexOf('=') + 1),
                        (first, second) -> second,
                        () -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER)));
    }

    private static URI usual(String account) {
        return uri("https://" + account + ".blob.core.windows.net");
    }

    private static URI uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            // without the cause, which repeats the text, whatever was pasted into it
            throw new IllegalArgumentException("the endpoint for blobs is no URL");
        }
    }

    private static boolean isQuery(String text) {
        try {
            return new URI("http://host/?" + text.replaceFirst("^[?]", "")).getRawQuery() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
