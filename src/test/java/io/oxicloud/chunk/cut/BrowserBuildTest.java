package io.oxicloud.chunk.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oxicloud.Tools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chunker for browsers, in Node. {@code ChunkerInBrowserTest} runs it where it belongs. */
class BrowserBuildTest {
    @Test
    void isAtMostTwelveKilobytesOverTheWire() throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new Smallest(compressed)) {
            Files.copy(BrowserCases.MODULE, gzip);
        }

        assertTrue(compressed.size() <= 12_000, compressed.size() + " bytes");
    }

    @Test
    void theCasesBeginWithTheGoldenFile() throws IOException {
        byte[] stream = Streams.xorshift(8 << 20);
        String digest = HexFormat.of().formatHex(Blake3Test.oracle(stream)) + "\n";
        String golden = ChunkerTest.golden().stream()
                .map(chunk -> chunk.length() + " " + chunk.digest() + "\n")
                .reduce("", String::concat);

        assertTrue(BrowserCases.report().startsWith((digest + golden).repeat(BrowserCases.GOLDEN)));
    }

    @Test
    void cutsAndHashesInNodeAsOnTheJvm(@TempDir Path folder) throws IOException, InterruptedException {
        Optional<Path> node = Tools.find("node", "nodejs");
        assumeTrue(Tools.allow("the browser build in Node (apt-get install nodejs)", node.isPresent()));
        Files.copy(BrowserCases.MODULE, folder.resolve("chunker.mjs"));
        Files.writeString(folder.resolve("cases.mjs"), BrowserCases.script());
        Files.writeString(folder.resolve("main.mjs"), """
                import { Cutter } from "./chunker.mjs";
                import { report } from "./cases.mjs";
                process.stdout.write(report(Cutter, %s));
                """.formatted(BrowserCases.json()));

        Process process = new ProcessBuilder(List.of(node.get().toString(), "main.mjs"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, process.waitFor(), report);
        assertEquals(BrowserCases.report(), report);
    }

    private static final class Smallest extends GZIPOutputStream {
        Smallest(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
