package io.oxicloud.rest;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the API.
 *
 * @param cookies when session cookies are marked {@code Secure}
 * @param baseUrl address under which people see the product; null takes it from each request
 * @param boundToLoopback the server listens on the loopback address only, so that set-up from there needs no token
 * @param maxJsonBytes the longest JSON body that is read
 */
public record RestSettings(CookieSecurity cookies, @Nullable URI baseUrl, boolean boundToLoopback, int maxJsonBytes) {
    /** Of a JSON body, where the settings say nothing else. */
    public static final int DEFAULT_JSON_BYTES = 1 << 20;

    private static final int MIN_JSON_BYTES = 1 << 10;

    public RestSettings {
        if (maxJsonBytes < MIN_JSON_BYTES) {
            throw new IllegalArgumentException(
                    "rest.max-json-bytes must be at least " + MIN_JSON_BYTES + ", was " + maxJsonBytes);
        }
    }
}
