package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oxicloud.Litmus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The WAR in every server, before the test suite for WebDAV servers. */
class LitmusIT {
    @TempDir
    Path folder;

    static Stream<Container> servers() {
        return Container.present();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void allSuitesPassWithoutAWarning(Container container) throws IOException {
        assumeTrue(Litmus.isPresent());
        String context = container == Container.ALONE ? "" : "/cloud";
        try (Running running = container.start(Paths.java(), folder, context)) {
            CloudClient client = running.client();
            client.setUp(
                    container == Container.ALONE
                            ? ""
                            : Files.readString(running.data().resolve("setup-token"))
                                    .strip());
            Credentials credentials = Credentials.of(client.appPassword(client.signIn()));

            Litmus.mustPass(running.base().resolve("webdav/"), credentials.user(), credentials.password(), folder);
        }
    }
}
