package io.oxicloud.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oxicloud.Tools;
import io.oxicloud.chunk.cut.BrowserCases;
import io.oxicloud.rest.EdgeServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The browser build in a Worker of Chromium, served and confined as the product does it. */
class ChunkerInBrowserTest {
    private static final String PAGE = """
            <!DOCTYPE html><title>test</title><script type="module" src="page.js"></script>
            """;
    private static final String PAGE_SCRIPT = """
            const send = (text) => fetch("result", { method: "POST", body: text });
            addEventListener("securitypolicyviolation", (e) => send("the page violated " + e.violatedDirective));
            const worker = new Worker("worker.js", { type: "module" });
            worker.onerror = (e) => send("the worker failed: " + e.message);
            worker.onmessage = (e) => send(e.data);
            """;
    private static final String WORKER = """
            import { Cutter } from "../assets/chunker.js";
            import { report } from "./cases.js";
            const violations = [];
            addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective));
            const text = report(Cutter, %s);
            setTimeout(() => { // when the events, if any, have come
              let policy = "strict";
              const unwanted = violations.join();
              try {
                new Function("")();
                policy = "none";
              } catch {
              }
              postMessage(`policy: ${policy}, violated: [${unwanted}]\\n${text}`);
            });
            """.formatted(BrowserCases.json());

    @Test
    void cutsAndHashesInAWorkerUnderTheStrictPolicyAsOnTheJvm(@TempDir Path folder) throws Exception {
        Optional<Path> chromium = Tools.find("chromium", "chromium-browser", "google-chrome");
        assumeTrue(Tools.allow("the browser build in Chromium (apt-get install chromium)", chromium.isPresent()));
        var page = new ConfinedPage(Map.of(
                "/page.html", PAGE, "/page.js", PAGE_SCRIPT, "/worker.js", WORKER, "/cases.js", BrowserCases.script()));
        try (var server = EdgeServer.start("/some/context", Map.of("/assets/*", new AssetServlet(), "/test/*", page));
                var browser = Chromium.open(chromium.get(), folder, server.uri("/test/page.html"))) {
            assertEquals("policy: strict, violated: []\n" + BrowserCases.report(), page.result(browser));
        }
    }
}
