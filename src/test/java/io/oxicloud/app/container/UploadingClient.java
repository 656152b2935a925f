package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Uploads one file after the other and remembers which were acknowledged. For one thread at a time. */
final class UploadingClient {
    private static final int LARGEST = 20 << 20;

    private final String name;
    private final String authorization;
    private final Random random;
    private final Map<String, Content> acknowledged = new TreeMap<>();

    /** What was under way when the server died, and where. */
    private @Nullable Content uncertain;

    private String uncertainPath = "";

    UploadingClient(String name, String authorization, long seed) {
        this.name = name;
        this.authorization = authorization;
        this.random = new Random(seed);
    }

    private record Content(long seed, long length) {}

    int files() {
        return acknowledged.size();
    }

    /** Until the server answers no more, which is no failure once the fuse has blown. */
    void uploadUntilTheEnd(CloudClient server, Fuse fuse) throws IOException {
        while (!fuse.blown()) {
            Content content = content();
            String path = path();
            try {
                int status = server.put(
                        authorization,
                        path,
                        fuse.through(new Generated(content.seed(), content.length())),
                        random.nextInt(4) == 0 ? -1 : content.length());
                assertEquals(acknowledged.containsKey(path) ? 204 : 201, status, path);
                acknowledged.put(path, content);
            } catch (IOException e) {
                if (!fuse.blown()) {
                    throw e;
                }
                uncertain = content;
                uncertainPath = path;
            }
        }
    }

    /** Everything that was acknowledged, and of the last one all or nothing. */
    void verify(CloudClient server) throws IOException {
        Content last = uncertain;
        if (last != null && holds(server, uncertainPath, last)) {
            acknowledged.put(uncertainPath, last);
        } else if (last != null && !acknowledged.containsKey(uncertainPath)) {
            assertEquals(404, status(server, uncertainPath), uncertainPath);
        }
        uncertain = null;
        for (var file : acknowledged.entrySet()) {
            assertTrue(
                    holds(server, file.getKey(), file.getValue()),
                    () -> file + " is " + told(server, file.getKey()) + "; under way was " + last + " at "
                            + uncertainPath);
        }
    }

    /** What there is instead of what should be. */
    private String told(CloudClient server, String path) {
        try {
            HttpResponse<InputStream> answer = server.open(authorization, path);
            try (InputStream body = answer.body()) {
                return answer.statusCode() + " with " + body.readAllBytes().length + " bytes";
            }
        } catch (IOException e) {
            return e.toString();
        }
    }

    private int status(CloudClient server, String path) throws IOException {
        HttpResponse<InputStream> answer = server.open(authorization, path);
        answer.body().close();
        return answer.statusCode();
    }

    private boolean holds(CloudClient server, String path, Content content) throws IOException {
        HttpResponse<InputStream> answer = server.open(authorization, path);
        try (InputStream body = answer.body()) {
            return answer.statusCode() == 200 && Generated.equals(content.seed(), content.length(), body);
        }
    }

    /** Sometimes a content that is there already. */
    private Content content() {
        if (!acknowledged.isEmpty() && random.nextInt(8) == 0) {
            return any(new ArrayList<>(acknowledged.values()));
        }
        int length = switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1, 2 -> random.nextInt(64 << 10);
            case 3, 4, 5 -> random.nextInt(2 << 20);
            default -> random.nextInt(LARGEST);
        };
        return new Content(random.nextLong(), length);
    }

    /** Sometimes that of a file that is there already. */
    private String path() {
        return !acknowledged.isEmpty() && random.nextInt(3) == 0
                ? any(new ArrayList<>(acknowledged.keySet()))
                : "webdav/" + name + "-" + random.nextInt(Integer.MAX_VALUE) + ".bin";
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
