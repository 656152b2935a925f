package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when something that the product stands on is missing, wrong or gone for a while. */
class FaultIT {
    private static final long OUTAGE_SECONDS = 10;

    @TempDir
    Path folder;

    @Test
    void anEmbeddedDatabaseThatSomebodyElseHasOpenIsOneSentence() throws IOException, SQLException {
        Standalone standalone = Standalone.in(folder);
        Files.createDirectories(standalone.data());
        try (var other = DriverManager.getConnection(
                        "jdbc:h2:file:" + standalone.data().resolve("oxicloud"), "sa", "");
                Child child = standalone.launch()) {
            assertFalse(other.isClosed());
            child.assertRefused(standalone.data().resolve("oxicloud").toString());
        }
    }

    @Test
    void aWrongMasterKeyIsOneSentence() {
        Standalone standalone = Standalone.in(folder);
        try (Running first = standalone.start()) {
            assertEquals(200, first.client().get("ready").statusCode());
        }
        String wrong = Base64.getEncoder().encodeToString(new byte[32]);

        try (Child child = standalone.with(Map.of("OXICLOUD_MASTER_KEY", wrong)).launch()) {
            child.assertRefused("the master key does not fit this database");
            assertFalse(child.output().contains(wrong), child.output());
        }
    }

    @Test
    void anotherKindOfDatabaseThanBeforeIsOneSentence() {
        Standalone standalone = Standalone.in(folder);
        standalone.start().close();

        try (Child child = standalone
                .with(Map.of("OXICLOUD_DB_URL", "jdbc:postgresql://127.0.0.1:1/none"))
                .launch()) {
            child.assertRefused("was used with H2 and now POSTGRESQL is configured");
        }
    }

    @Test
    void aDatabaseServerThatIsNotThereIsOneSentence() {
        Standalone standalone = Standalone.in(folder)
                .with(Map.of(
                        "OXICLOUD_DB_URL", "jdbc:postgresql://127.0.0.1:1/none", "OXICLOUD_DB_PASSWORD", "hush-hush"));

        try (Child child = standalone.launch()) {
            child.assertRefused("jdbc:postgresql://127.0.0.1:1/none");
            assertFalse(child.output().contains("hush-hush"), child.output());
        }
    }

    @Test
    void aDeadDataSourceStopsTheDeploymentWithASentence() throws IOException {
        Tomcat tomcat = Tomcat.prepare(Paths.java(), Container.TOMCAT_11.version(), folder);
        Path context = tomcat.base().resolve("conf/Catalina/localhost/cloud.xml");
        Files.createDirectories(context.resolveSibling("."));
        Files.writeString(context, """
                <Context>
                  <Resource name="jdbc/oxicloud" auth="Container" type="javax.sql.DataSource"
                            driverClassName="org.postgresql.Driver" url="jdbc:postgresql://127.0.0.1:1/none"
                            username="nobody" password="hush-hush"/>
                </Context>
                """);
        tomcat.deploy("/cloud");
        var environment = Map.of("OXICLOUD_DATA", folder.resolve("data").toString());
        try (Child server = tomcat.start(environment)) {
            server.await("the deployment is over", () -> server.output().contains("Server startup in"));

            String log = server.output();
            assertTrue(log.contains("the DataSource java:comp/env/jdbc/oxicloud gives no connection"), log);
            assertFalse(log.contains("hush-hush"), log);
            assertEquals(404, new CloudClient(tomcat.at("/cloud")).get("ready").statusCode());
            assertFalse(Files.exists(folder.resolve("data/oxicloud.mv.db")), "it fell back to an embedded database");
        }
    }

    @Test
    void aDatabaseThatIsGoneForAWhileIsAnsweredWith503AndComesBackByItself() throws IOException {
        int port = Paths.freePort();
        EmbeddedPostgres database = postgres(port);
        try (Running running = Standalone.in(folder)
                .with(Map.of(
                        "OXICLOUD_DB_URL", "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
                        "OXICLOUD_DB_USER", "postgres",
                        "OXICLOUD_DB_PASSWORD", "postgres"))
                .start()) {
            CloudClient client = running.client();
            client.setUp("");
            client.signIn();

            database.close();
            running.server()
                    .await("the outage is seen", () -> client.get("ready").statusCode() == 503);
            assertUnavailableForAWhile(client);
            database = postgres(port);
            running.server()
                    .await("it is ready again", () -> client.get("ready").statusCode() == 200);

            client.signIn();
        } finally {
            database.close();
        }
    }

    private static void assertUnavailableForAWhile(CloudClient client) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(OUTAGE_SECONDS);
        while (System.nanoTime() < end) {
            HttpResponse<String> ready = client.get("ready");
            assertUnavailable(ready);
            assertEquals("{\"status\":\"unavailable\",\"component\":\"db\"}", ready.body());
            assertUnavailable(client.post("api/auth/login", Map.of("username", "admin", "password", "correct horse")));
            assertEquals(200, client.get("health").statusCode());
        }
    }

    private static void assertUnavailable(HttpResponse<String> response) {
        assertEquals(503, response.statusCode(), response.body());
        assertTrue(response.headers().firstValue("Retry-After").isPresent(), response.body());
    }

    private EmbeddedPostgres postgres(int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(folder.resolve("postgres"))
                .setCleanDataDirectory(false)
                .start();
    }
}
