package io.oxicloud.rest;

import java.util.Map;

/** A good body for each route that takes one. */
final class Bodies {
    private static final String SOMEBODY = "{\"type\":\"user\",\"id\":\"0198b5b0-0000-7000-8000-00000000dead\"}";

    private static final String SOMETHING = "{\"type\":\"folder\",\"id\":\"0198b5b0-0000-7000-8000-00000000dead\"}";

    static final Map<String, String> ALL = Map.ofEntries(
            Map.entry(
                    "POST /api/setup",
                    "{\"username\":\"eve\",\"email\":\"eve@example.com\",\"password\":\"12345678\"}"),
            Map.entry("POST /api/auth/login", "{\"username\":\"nobody\",\"password\":\"12345678\"}"),
            Map.entry("POST /api/auth/refresh", "{\"refresh_token\":\"nothing\"}"),
            Map.entry("POST /api/auth/app-passwords", "{\"label\":\"phone\"}"),
            Map.entry("POST /api/groups", "{\"name\":\"-\"}"),
            Map.entry("PATCH /api/groups/{id}", "{\"description\":\"all of us\"}"),
            Map.entry("POST /api/groups/{id}/members", "{\"user_id\":\"0198b5b0-0000-7000-8000-00000000dead\"}"),
            Map.entry("POST /api/drives", "{\"kind\":\"shared\",\"name\":\"x\",\"owner\":" + SOMEBODY + "}"),
            Map.entry("PATCH /api/drives/{id}/policies", "{\"forbid_sharing\":true}"),
            Map.entry("PATCH /api/drives/{id}/quota", "{\"quota_bytes\":null}"),
            Map.entry("PATCH /api/admin/drives/{id}/policies", "{\"forbid_sharing\":true}"),
            Map.entry("PATCH /api/admin/drives/{id}/quota", "{\"quota_bytes\":5}"),
            Map.entry("POST /api/drives/{drive}/members", "{\"subject\":" + SOMEBODY + ",\"role\":\"viewer\"}"),
            Map.entry(
                    "POST /api/grants",
                    "{\"subject\":" + SOMEBODY + ",\"resource\":" + SOMETHING
                            + ",\"role\":\"viewer\",\"expires_at\":\"2036-01-31T12:00:00Z\"}"),
            Map.entry(
                    "PUT /api/grants/role",
                    "{\"subject\":" + SOMEBODY + ",\"resource\":" + SOMETHING + ",\"role\":\"viewer\"}"),
            Map.entry("PATCH /api/files/{file}/versions/{version}", "{\"label\":\"signed\"}"),
            Map.entry("PATCH /api/drives/{drive}/members/{type}/{subject}", "{\"role\":\"editor\"}"));

    private Bodies() {}

    static String of(String route) {
        return ALL.getOrDefault(route, "");
    }
}
