package io.oxicloud.dav;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxicloud.db.Engine;
import io.oxicloud.db.Translations;
import io.oxicloud.files.TestFiles;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A request that was answered before is answered without translating a query or a change anew: that would take more of the
 * processor's time than the database does.
 */
class TranslationsTest {
    private static final String LISTED = """
            <D:propfind xmlns:D='DAV:'><D:prop><D:getetag/><D:lockdiscovery/><D:sync-token/><D:quota-used-bytes/>\
            <x:mine xmlns:x='urn:x'/></D:prop></D:propfind>""";

    private static final String PATCH = """
            <D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><x:mine xmlns:x='urn:x'>1</x:mine></D:prop></D:set>\
            </D:propertyupdate>""";

    private static final String LOCK = """
            <D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>\
            </D:lockinfo>""";

    private record Step(String name, int status, Supplier<HttpResponse<String>> request) {}

    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatWasAskedBeforeIsNotTranslatedAgain(Engine engine) {
        try (var served = new ServedFiles("/app", new TestFiles(engine))) {
            served.account("anna", null, false);
            var anna = new DavClient(served.server, "/app", "anna");
            for (int round = 0; round < 1; round++) {
                day(anna, "/webdav/" + round).forEach(step -> answered(step));
            }

            List<String> translated = new ArrayList<>();
            for (Step step : day(anna, "/webdav/last")) {
                try (var translations = new Translations()) {
                    answered(step);
                    translations.seen().forEach(text -> translated.add(step.name + ": " + text));
                }
            }

            assertEquals(List.of(), translated);
        }
    }

    /** Without this the test above could not fail. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void whatIsAskedForTheFirstTimeIsTranslated(Engine engine) {
        try (var served = new ServedFiles("/app", new TestFiles(engine))) {
            served.account("anna", null, false);
            var anna = new DavClient(served.server, "/app", "anna");

            try (var translations = new Translations()) {
                assertEquals(201, anna.put("/webdav/first", "new").statusCode());

                assertTrue(
                        translations.seen().size() > 3,
                        () -> translations.seen().toString());
            }
        }
    }

    private static void answered(Step step) {
        var answer = step.request.get();
        assertEquals(step.status, answer.statusCode(), () -> step.name + ": " + answer.body());
    }

    private static List<Step> day(DavClient anna, String folder) {
        String file = folder + "/file";
        String copy = folder + "/copy";
        String[] token = {""};
        return List.of(
                new Step("MKCOL", 201, () -> anna.send("MKCOL", folder)),
                new Step("PUT of a new file", 201, () -> anna.put(file, "one " + folder)),
                new Step("PUT of new content", 204, () -> anna.put(file, "two " + folder)),
                new Step("PUT of known content", 201, () -> anna.put(folder + "/other", "one " + folder)),
                new Step("GET", 200, () -> anna.get(file)),
                new Step("GET of a range", 206, () -> anna.get(file, "Range", "bytes=0-1")),
                new Step("PROPPATCH", 207, () -> anna.send("PROPPATCH", file, BodyPublishers.ofString(PATCH))),
                new Step("PROPFIND of all", 207, () -> anna.send("PROPFIND", folder, "Depth", "1")),
                new Step(
                        "PROPFIND of some",
                        207,
                        () -> anna.send("PROPFIND", folder, BodyPublishers.ofString(LISTED), "Depth", "1")),
                new Step("LOCK", 200, () -> {
                    var answer = anna.send("LOCK", file, BodyPublishers.ofString(LOCK), "Timeout", "Second-60");
                    token[0] = DavClient.header(answer, "Lock-Token");
                    return answer;
                }),
                new Step(
                        "PUT of what is locked",
                        204,
                        () -> anna.put(file, "three " + folder, "If", "(" + token[0] + ")")),
                new Step(
                        "LOCK, once more",
                        200,
                        () -> anna.send("LOCK", file, "If", "(" + token[0] + ")", "Timeout", "Second-60")),
                new Step("UNLOCK", 204, () -> anna.send("UNLOCK", file, "Lock-Token", token[0])),
                new Step("COPY", 201, () -> anna.send("COPY", file, "Destination", "/app" + copy)),
                new Step("MOVE", 201, () -> anna.send("MOVE", copy, "Destination", "/app" + folder + "/moved")),
                new Step("DELETE", 204, () -> anna.send("DELETE", folder + "/moved")),
                new Step("DELETE of a folder", 204, () -> anna.send("DELETE", folder)));
    }
}
