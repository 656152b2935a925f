package io.oxicloud.dav;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oxicloud.Litmus;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The edge before the test suite for WebDAV servers; the whole product stands before it in {@code LitmusIT}. */
class LitmusTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Engine.class)
    void allSuitesPassWithoutAWarning(Engine engine) throws IOException {
        assumeTrue(Litmus.isPresent());
        try (var served = new ServedFiles("/app", new TestFiles(engine))) {
            served.account("anna", null, false);

            Litmus.mustPass(served.server.uri("/webdav/"), "anna", ServedFiles.PASSWORD, folder);
        }
    }
}
