package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.Node;
import io.oxicloud.files.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.SAXException;

/**
 * Whatever comes over the wire, the edge answers, in its time, and never that it is its own fault: 1,500 requests that are
 * nearly right, or 20,000 with {@code -Dfull=true}. The seed of one that fails is in the message.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class DavFuzzTest {
    private static final int REQUESTS = (Boolean.getBoolean("full") ? 20_000 : 1_500) / Engine.values().length;
    private static final int HIDDEN = REQUESTS / 5;
    private static final long SEED = Long.getLong("seed", 20260716L);
    /** What was made, moved and locked by the requests before is left behind then. */
    private static final int PER_FOLDER = 25;
    /** For one answer, on a machine that does other things as well. */
    private static final int PATIENCE_MILLIS = 60_000;

    private final ServedFiles served;
    private final TestFiles files;
    private final Actor.User anna;
    private final Actor.User ben;
    private final DriveId team;
    private final DriveId bens;

    DavFuzzTest(Engine engine) {
        files = new TestFiles(engine);
        served = new ServedFiles("/app", files);
        anna = served.account("anna", null, false);
        ben = served.account("ben", null, false);
        team = files.drive(anna, "Team");
        bens = files.drive(ben, "Ben");
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void nothingThatIsSentIsOurFault(TestReporter report) throws Exception {
        var statuses = new TreeMap<Integer, Integer>();
        String folder = "";
        for (int i = 0; i < REQUESTS; i++) {
            if (i % PER_FOLDER == 0) {
                folder = "f" + i;
                fill(anna, new NodeId(team.value()), folder);
            }
            long seed = SEED + i;
            RawRequest request = new RequestMutator(new Random(seed)).next().with("{folder}", path(team, folder));

            RawAnswer answer = send(request, "anna", seed);

            statuses.merge(answer.status(), 1, Integer::sum);
            requireSound(request, answer, seed);
        }
        report.publishEntry("statuses", statuses.toString());
        int fine = statuses.entrySet().stream()
                .filter(each -> each.getKey() / 100 == 2)
                .mapToInt(each -> each.getValue())
                .sum();
        assertTrue(fine > REQUESTS / 10, () -> "hardly any was understood: " + statuses);
    }

    /** Who may not see something is answered as if it, or its whole drive, were not there. */
    @Test
    void nothingThatIsSentTellsAStrangerWhatIsThere() throws Exception {
        fill(anna, new NodeId(team.value()), "f");
        var nowhere = new DriveId(UUID.fromString("0198b5b0-0000-7000-8000-00000000dead"));
        for (int i = 0; i < HIDDEN; i++) {
            long seed = SEED + i;
            RawRequest request = new RequestMutator(new Random(seed)).next();
            boolean inHeaders = i % 2 == 0 && String.join("", request.headers).contains("{folder}");
            List<String> answers = new ArrayList<>();
            for (String path : List.of(path(team, "f"), path(team, "g"), path(nowhere, "f"))) {
                String own = "f" + i + "-" + answers.size();
                RawRequest asked = inHeaders ? request.target(request.target.replace("{folder}", mine(own))) : request;
                answers.add(seen(send(asked.with("{folder}", path), "ben", seed), path, own));
            }

            assertEquals(answers.get(1), answers.get(0), () -> "seed " + seed + ": " + request);
            assertEquals(answers.get(2), answers.get(0), () -> "seed " + seed + ": " + request);
        }
    }

    /** Of this one he may see all; only what the headers speak of is hidden. */
    private String mine(String name) {
        fill(ben, new NodeId(bens.value()), name);
        return path(bens, name);
    }

    private static String seen(RawAnswer answer, String path, String own) {
        if (answer.body().contains("Apache Tomcat")) {
            return "refused before it was ours: " + answer.status();
        }
        List<String> headers = answer.headers().stream()
                .filter(line -> !line.startsWith("Date:") && !line.startsWith("Content-Length:"))
                .toList();
        return (answer.status() + " " + headers + " " + answer.content())
                .replace(path, "{folder}")
                .replace(own, "{own}")
                .replaceAll("<D:quota-used-bytes>[0-9]+<", "<D:quota-used-bytes>what was made for the test<")
                .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16}", "id");
    }

    private void requireSound(RawRequest request, RawAnswer answer, long seed) throws Exception {
        String what = "seed " + seed + ": " + request + "\nanswered " + answer;
        boolean full = answer.status() == 507 && answer.body().contains("number-of-matches-within-limits");
        boolean coding = answer.status() == 501 && request.toString().contains("Transfer-Encoding");
        boolean version = answer.status() == 505;
        boolean elsewhere = answer.status() == 502 && answer.body().startsWith("the destination is not on this server");
        assertTrue(answer.status() < 500 || full || coding || version || elsewhere, what);
        assertTrue(!answer.body().contains("<D:status>HTTP/1.1 500"), what);
        assertTrue(answer.whole() || request.method.equals("HEAD"), what);
        if (answer.status() == 207 && !request.method.equals("HEAD")) {
            try {
                answer.requireXml();
            } catch (SAXException e) {
                fail(what, e);
            }
        }
    }

    private static String path(DriveId drive, String folder) {
        return "/app/webdav/@drive/" + drive + "/" + folder;
    }

    private void fill(Actor.User who, NodeId root, String name) {
        Node folder = files.tree.createFolder(who, root, name);
        files.write(who, folder.id(), "a.txt", "some text");
        files.write(who, folder.id(), "b.txt", "other text");
        files.write(who, files.tree.createFolder(who, folder.id(), "inner").id(), "deep.txt", "");
    }

    private RawAnswer send(RawRequest request, String user, long seed) throws IOException {
        byte[] pair = (user + ":" + ServedFiles.PASSWORD).getBytes(StandardCharsets.UTF_8);
        String authorization = "Authorization: Basic " + Base64.getEncoder().encodeToString(pair);
        try (Socket socket = served.server.connect()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request.bytes(authorization));
                socket.shutdownOutput();
            } catch (SocketException e) {
                // refused before it was read to its end
            }
            return RawAnswer.parse(received(socket));
        } catch (SocketTimeoutException e) {
            return fail("no answer to seed " + seed + ": " + request, e);
        }
    }

    /** A server that does not want the rest of a request resets the connection, after its answer or instead of one. */
    private static byte[] received(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        byte[] part = new byte[8_192];
        try {
            for (int n = socket.getInputStream().read(part);
                    n >= 0;
                    n = socket.getInputStream().read(part)) {
                all.write(part, 0, n);
            }
        } catch (SocketException e) {
            // what came counts
        }
        return all.toByteArray();
    }
}
