package io.oxicloud.rest;

import java.util.Map;

/** A good body for each route that takes one. */
final class Bodies {
    private static final String SOMEBODY = "{\"type\":\"user\",\"id\":\"0198b5b0-0000-7000-8000-00000000dead\"}";

    private static final String SOMETHING = "{\"type\":\"folder\",\"id\":\"0198b5b0-0000-7000-8000-00000000dead\"}";

    private static final String BY_HASH =
            "{\"name\":\"a\",\"folder_id\":\"0198b5b0-0000-7000-8000-00000000dead\",\"hash\":\"" + "0".repeat(64)
                    + "\"}";

    private static final String CHUNKS = "[{\"h\":\"" + "0".repeat(64) + "\",\"s\":5}]";

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
            Map.entry("POST /api/batch/download", "{\"file_ids\":[\"0198b5b0-0000-7000-8000-00000000dead\"]}"),
            Map.entry("POST /api/folders", "{\"name\":\"x\",\"parent_id\":\"0198b5b0-0000-7000-8000-00000000dead\"}"),
            Map.entry("PUT /api/folders/{id}/rename", "{\"name\":\"x\"}"),
            Map.entry("PUT /api/folders/{id}/move", "{\"parent_id\":\"0198b5b0-0000-7000-8000-00000000dead\"}"),
            Map.entry("PUT /api/files/{id}/rename", "{\"name\":\"x\"}"),
            Map.entry("PUT /api/files/{id}/move", "{\"folder_id\":\"0198b5b0-0000-7000-8000-00000000dead\"}"),
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
            Map.entry("POST /api/files/by-hash", BY_HASH),
            Map.entry("POST /api/files/by-hash/batch", "{\"files\":[" + BY_HASH + "]}"),
            Map.entry("POST /api/files/delta/download", "{\"hashes\":[\"" + "0".repeat(64) + "\"]}"),
            Map.entry("POST /api/dedup/check-batch", "{\"hashes\":[\"" + "0".repeat(64) + "\"]}"),
            Map.entry(
                    "POST /api/uploads",
                    "{\"filename\":\"x\",\"total_size\":1,\"folder_id\":\"0198b5b0-0000-7000-8000-00000000dead\"}"),
            Map.entry("POST /api/folders/{id}/restore-to", "{\"at\":\"2036-01-31T12:00:00Z\"}"),
            Map.entry("PATCH /api/files/{file}/versions/{version}", "{\"label\":\"signed\"}"),
            Map.entry("PATCH /api/drives/{drive}/members/{type}/{subject}", "{\"role\":\"editor\"}"));

    /** For each route that takes another body than JSON: its type, and a good one. */
    private static final Map<String, Raw> RAW = Map.ofEntries(
            Map.entry(
                    "POST /api/files/upload",
                    new Raw(
                            "multipart/form-data; boundary=b",
                            "--b\r\nContent-Disposition: form-data; name=\"folder_id\"\r\n\r\n"
                                    + "0198b5b0-0000-7000-8000-00000000dead\r\n--b\r\nContent-Disposition: form-data;"
                                    + " name=\"file\"; filename=\"a.txt\"\r\n\r\nabc\r\n--b--\r\n")),
            Map.entry("POST /api/files/delta/negotiate", new Raw("application/json", "{\"chunks\":" + CHUNKS + "}")),
            Map.entry(
                    "POST /api/files/delta/commit",
                    new Raw(
                            "application/json",
                            "{\"chunks\":" + CHUNKS + ",\"file_hash\":\"" + "1".repeat(64)
                                    + "\",\"file_id\":\"0198b5b0-0000-7000-8000-00000000dead\"}")),
            Map.entry("PUT /api/files/delta/chunks", new Raw("application/octet-stream", "\0\0\0\3abc")),
            Map.entry("PUT /api/files", new Raw("application/octet-stream", "abc")),
            Map.entry("PUT /api/files/{id}", new Raw("application/octet-stream", "abc")),
            Map.entry("PATCH /api/uploads/{id}", new Raw("application/octet-stream", "abc")));

    private record Raw(String type, String body) {}

    private Bodies() {}

    static String of(String route) {
        Raw raw = RAW.get(route);
        return raw == null ? ALL.getOrDefault(route, "") : raw.body;
    }

    static String type(String route) {
        Raw raw = RAW.get(route);
        return raw == null ? "application/json" : raw.type;
    }
}
