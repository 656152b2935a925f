package io.oxicloud.rest;

import io.oxicloud.account.Signed;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a test request bears to say who it is from. */
interface Credential {
    String CSRF = "0198b5b0-0000-4000-8000-000000000001";

    HttpRequest.Builder on(HttpRequest.Builder request);

    static Credential none() {
        return request -> request;
    }

    static Credential bearer(String token) {
        return request -> request.header("Authorization", "Bearer " + token);
    }

    static Credential bearer(Signed session) {
        return bearer(session.access().reveal());
    }

    static Credential basic(String user, String password) {
        String pair = user + ":" + password;
        String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        return request -> request.header("Authorization", "Basic " + encoded);
    }

    /** As our pages send it. */
    static Credential cookie(String token) {
        return request -> request.header("Cookie", "oxicloud_access=" + token + "; oxicloud_csrf=" + CSRF)
                .header("X-CSRF-Token", CSRF);
    }

    /** As a browser sends it for a page of somebody else. */
    static Credential cookieWithCsrf(String token, String header) {
        return request -> {
            request.header("Cookie", "oxicloud_access=" + token + "; oxicloud_csrf=" + CSRF);
            return header.isEmpty() ? request : request.header("X-CSRF-Token", header);
        };
    }
}
