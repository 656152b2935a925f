package io.oxicloud.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    private static final Map<String, String> HOME = Map.of("user.home", "/home/anna");

    @TempDir
    Path folder;

    @Test
    void withoutOptionsItListensOnLoopbackAndKeepsEverythingInTheHomeFolder() throws Exception {
        Options options = Options.parse(List.of(), HOME, Map.of());

        assertEquals(
                new Options(Options.Action.RUN, "127.0.0.1", 8080, Path.of("/home/anna/.oxicloud"), "", null, Map.of()),
                options);
    }

    @Test
    void bothSpellingsOfAValueAreTaken() throws Exception {
        Options apart = parse("--host 0.0.0.0 --port 81 --data /srv --context /cloud");
        Options joined = parse("--host=0.0.0.0 --port=81 --data=/srv --context=/cloud");

        Map<String, String> given = Map.of("SERVER_HOST", "0.0.0.0", "SERVER_PORT", "81", "DATA", "/srv");
        assertEquals(new Options(Options.Action.RUN, "0.0.0.0", 81, Path.of("/srv"), "/cloud", null, given), apart);
        assertEquals(apart, joined);
    }

    @Test
    void anOptionBeatsAPropertyWhichBeatsTheEnvironment() throws Exception {
        Map<String, String> properties = Map.of("oxicloud.data", "/property", "oxicloud.server.port", "82");
        Map<String, String> environment =
                Map.of("OXICLOUD_DATA", "/environment", "OXICLOUD_SERVER_PORT", "83", "OXICLOUD_SERVER_HOST", "::1");

        Options options = Options.parse(List.of("--port", "81"), properties, environment);

        Map<String, String> given = Map.of("SERVER_PORT", "81");
        assertEquals(new Options(Options.Action.RUN, "::1", 81, Path.of("/property"), "", null, given), options);
    }

    @Test
    void theFileInTheDataDirectoryIsReadBeforeTheServerListens() throws Exception {
        Files.writeString(
                folder.resolve("oxicloud.properties"), "oxicloud.server.port = 84\noxicloud.server.host = ::1\n");
        List<String> data = List.of("--data", folder.toString());

        assertEquals(84, Options.parse(data, HOME, Map.of()).port());
        assertEquals("::1", Options.parse(data, HOME, Map.of()).host());
        assertEquals(
                83,
                Options.parse(data, HOME, Map.of("OXICLOUD_SERVER_PORT", "83")).port());
        assertEquals(
                84,
                Options.parse(data, HOME, Map.of("OXICLOUD_SERVER_PORT", " ")).port());
    }

    @Test
    void aBadPortIsNamedWithItsPlace() throws Exception {
        Files.writeString(folder.resolve("oxicloud.properties"), "oxicloud.server.port = high\n");
        List<String> data = List.of("--data", folder.toString());

        var file = assertThrows(Options.UsageException.class, () -> Options.parse(data, HOME, Map.of()));
        var variable = assertThrows(
                Options.UsageException.class, () -> Options.parse(data, HOME, Map.of("OXICLOUD_SERVER_PORT", "65536")));

        assertEquals("SERVER_PORT (oxicloud.properties) must be a number, was high", file.getMessage());
        assertEquals("SERVER_PORT (environment) must be between 0 and 65535, was 65536", variable.getMessage());
    }

    @Test
    void aFileThatCannotBeReadStopsTheStartButNotTheHelp() throws Exception {
        Files.writeString(folder.resolve("oxicloud.properties"), "oxicloud.server.port = \\uXYZ\n");

        var refused = assertThrows(
                StartException.class, () -> Options.parse(List.of("--data", folder.toString()), HOME, Map.of()));

        assertTrue(String.valueOf(refused.getMessage()).contains("cannot be read as a properties file"));
        assertEquals(
                Options.Action.HELP,
                Options.parse(List.of("--help", "--data", folder.toString()), HOME, Map.of())
                        .action());
    }

    @Test
    void helpIsGivenWhateverElseIsAskedFor() throws Exception {
        assertEquals(Options.Action.HELP, parse("--version --help").action());
        assertEquals(Options.Action.HELP, parse("--help --version").action());
        assertEquals(Options.Action.VERSION, parse("--version").action());
    }

    @Test
    void aCheckIsAskedForByNameAndMayBeDeep() throws Exception {
        assertEquals(Options.Action.FSCK, parse("--data /srv fsck").action());
        assertEquals(Options.Action.FSCK_DEEP, parse("fsck --deep").action());
        assertEquals(Options.Action.FSCK_DEEP, parse("--deep --port 0 fsck").action());
        assertEquals(Options.Action.EXPORT, parse("export /mnt --data /srv").action());
        assertEquals(Options.Action.IMPORT, parse("--data /srv import /mnt").action());
        assertEquals(Path.of("/mnt"), parse("import /mnt").place());
        assertEquals(Options.Action.RESTORED, parse("restored --data /srv").action());
        assertEquals(Options.Action.HELP, parse("fsck --help").action());
    }

    @Test
    void theRootMayBeWrittenAsASlash() throws Exception {
        assertEquals("", parse("--context /").context());
    }

    @ParameterizedTest
    @CsvSource({
        "--bogus, unknown option --bogus",
        "--deep, --deep is for fsck",
        "export /mnt --deep, --deep is for fsck",
        "restored --deep, --deep is for fsck",
        "export, export needs a value",
        "--bogus=1, unknown option --bogus=1",
        "start, unknown option start",
        "--port, --port needs a value",
        "--port --host x, --port needs a value",
        "--port=, --port needs a value",
        "--port x, '--port must be a number, was x'",
        "--port 65536, '--port must be between 0 and 65535, was 65536'",
        "--port -1, '--port must be between 0 and 65535, was -1'",
        "--context cloud, '--context must be / or look like /cloud, was cloud'",
        "--context /a/, '--context must be / or look like /cloud, was /a/'"
    })
    void whatMakesNoSenseIsNamed(String line, String message) {
        var refused = assertThrows(Options.UsageException.class, () -> parse(line));

        assertEquals(message, refused.getMessage());
    }

    @Test
    void theUsageNamesEveryOption() {
        for (String option : List.of("--host", "--port", "--data", "--context", "--help", "--version")) {
            assertTrue(Options.USAGE.contains(option), option);
        }
    }

    private static Options parse(String line) throws StartException {
        return Options.parse(Arrays.asList(line.split(" ")), HOME, Map.of());
    }
}
