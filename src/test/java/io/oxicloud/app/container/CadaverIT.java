package io.oxicloud.app.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oxicloud.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** cadaver, the WebDAV shell, before the product: what is typed, what it says, and what is there afterwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CadaverIT {
    private static final Optional<Path> COMMAND = Tools.find("cadaver");

    private Path home;
    private Program cadaver;
    private Running running;
    private String authorization = "";

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        assumeTrue(Tools.allow("cadaver, a WebDAV client (apt-get install cadaver)", COMMAND.isPresent()));
        running = Standalone.in(folder).start();
        CloudClient client = running.client();
        client.setUp("");
        authorization = client.appPassword(client.signIn());
        Credentials credentials = Credentials.of(authorization);
        home = Files.createDirectories(folder.resolve("home"));
        Path netrc = Files.createFile(
                home.resolve(".netrc"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                netrc,
                "machine 127.0.0.1 login %s password %s\n".formatted(credentials.user(), credentials.password()));
        cadaver = new Program(COMMAND.orElseThrow(), home, Map.of());
    }

    @AfterAll
    void stop() {
        if (running != null) {
            running.close();
        }
    }

    @Test
    void filesGoInAndOutAndAround() throws IOException {
        Files.writeString(home.resolve("one.note"), "one");
        Files.writeString(home.resolve("t w o #%.note"), "two");
        Files.writeString(home.resolve("picture.bin"), "not matched");

        String said = typed("""
                mkcol files
                cd files
                pwd
                mput *.note
                put picture.bin
                ls
                get one.note back.txt
                cat "t w o #%.note"
                copy one.note copied.txt
                copy picture.bin copied.txt
                move copied.txt moved.txt
                mkcol "b c%20 #1 \u00FC"
                cd "b c%20 #1 \u00FC"
                put one.note "<eins>.txt"
                cd ..
                mv moved.txt "b c%20 #1 \u00FC"
                cd "b c%20 #1 \u00FC"
                ls
                cd ../..
                delete files/picture.bin
                rm files/one.note
                """);

        assertEquals("one", Files.readString(home.resolve("back.txt")));
        assertSaid(said, "[Matching... 2 matches.]", "Current collection is `" + address("files/") + "'.");
        assertSaid(said, "t w o #%.note                          3", "picture.bin                           11");
        assertFalse(said.contains("failed"), said);
        assertEquals("two", fetched("files/t%20w%20o%20%23%25.note"));
        String odd = "files/b%20c%2520%20%231%20%C3%BC/";
        assertEquals("one", fetched(odd + "%3Ceins%3E.txt"));
        assertEquals("not matched", fetched(odd + "moved.txt"));
        assertEquals(404, status("files/copied.txt"));
        assertEquals(404, status("files/picture.bin"));
        assertEquals(404, status("files/one.note"));

        assertSaid(typed("rmcol files\n"), "Deleting collection `files': succeeded.");
        assertEquals(404, status("files/"));
    }

    @Test
    void aLockIsSeenKeptStolenAndGone() throws IOException {
        Files.writeString(home.resolve("mine.txt"), "mine");
        Files.writeString(home.resolve("other.txt"), "other");

        String locked = typed("""
                mkcol locks
                cd locks
                put mine.txt
                lock mine.txt
                discover mine.txt
                put other.txt mine.txt
                copy mine.txt copy.txt
                """);
        String refused = typed("""
                cd locks
                put mine.txt
                delete mine.txt
                move mine.txt moved.txt
                lock mine.txt
                """);
        String stolen = typed("""
                cd locks
                steal mine.txt
                put mine.txt
                unlock mine.txt
                discover mine.txt
                discover copy.txt
                """);
        String free = typed("cd locks\ndelete mine.txt\ncd ..\nrmcol locks\n");

        assertSaid(locked, "Locking `mine.txt': succeeded.", "Scope: exclusive  Type: write  Timeout: ");
        assertSaid(locked, "Depth 0 on `" + address("locks/mine.txt") + "'");
        assertFalse(locked.contains("failed"), locked);
        assertEquals(4, refused.lines().filter(line -> line.contains("failed")).count(), refused);
        assertSaid(stolen, address("locks/mine.txt") + ": <urn:uuid:", "Unlocking `mine.txt': succeeded.");
        assertSaid(stolen, "Discovering locks on `mine.txt': no locks", "Discovering locks on `copy.txt': no locks");
        assertFalse(stolen.contains("failed"), stolen);
        assertFalse(free.contains("failed"), free);
    }

    @Test
    void propertiesAreSetAskedAndDeleted() throws IOException {
        Files.writeString(home.resolve("one.txt"), "one");

        String said = typed("""
                mkcol properties
                cd properties
                put one.txt
                set namespace http://example.org/ns/
                propset one.txt colour "blue &amp; green"
                propget one.txt colour
                propnames one.txt
                copy one.txt two.txt
                propget two.txt colour
                propdel one.txt colour
                propget one.txt colour
                propget two.txt
                set namespace DAV:
                propset one.txt getetag wrong
                """);

        assertSaid(said, "Setting property on `one.txt': succeeded.", "Deleting property on `one.txt': succeeded.");
        assertSaid(said, "Value of colour is: blue & green", " http://example.org/ns/ colour\n");
        assertSaid(said, " DAV: getcontentlength\n", "DAV: getcontentlength = 3\n");
        assertSaid(said, "http://example.org/ns/ colour = blue & green\n");
        assertEquals(1, said.split("Could not fetch property: 404 Not Found", -1).length - 1, said);
        assertEquals(1, said.split("Setting property on `one.txt': failed:", -1).length - 1, said);
        typed("rmcol properties\n");
    }

    private static void assertSaid(String said, String... parts) {
        for (String part : parts) {
            assertTrue(said.contains(part), () -> part + " is not in\n" + said);
        }
    }

    private String typed(String commands) throws IOException {
        return cadaver.run(commands + "quit\n", List.of(address("")));
    }

    private String address(String path) {
        return running.base().resolve("webdav/" + path).toString();
    }

    private String fetched(String path) {
        return new String(running.client().fetch(authorization, "webdav/" + path), StandardCharsets.UTF_8);
    }

    private int status(String path) {
        return running.client().ask("GET", authorization, "webdav/" + path).statusCode();
    }
}
