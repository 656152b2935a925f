package io.oxicloud.app;

import io.oxicloud.app.settings.Setting;
import io.oxicloud.app.settings.SettingException;
import io.oxicloud.app.settings.Settings;
import io.oxicloud.base.CloudException;
import io.oxicloud.chunk.Finding;
import io.oxicloud.chunk.Fsck;
import io.oxicloud.chunk.FsckReport;
import io.oxicloud.chunk.References;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Checks what is stored, from the command line and without a server (docs/storage.md, "Checking"). */
public final class CheckCommand {
    private static final int CLEAN = 0;
    private static final int FOUND = 1;
    private static final int NOT_DONE = 2;

    private CheckCommand() {}

    /**
     * Prints a line for each finding, one for each file that suffers from it, and a summary. Called by name from {@code
     * java -jar}.
     *
     * @param options what stood on the command line, by the setting's name
     * @param data the data directory where no setting names one
     * @return the exit code
     */
    public static int run(Map<String, String> options, Path data, boolean deep, PrintStream out, PrintStream err)
            throws InterruptedException {
        return run(Surroundings.commandLine(new Launched(options, data, true)), deep, out, err);
    }

    static int run(Surroundings surroundings, boolean deep, PrintStream out, PrintStream err)
            throws InterruptedException {
        try (var opened = new Closing()) {
            requireUsed(surroundings);
            Fsck fsck = Storage.fsck(Ground.open(surroundings, opened));
            FsckReport report = deep ? fsck.checkDeep() : fsck.check();
            report.findings().forEach(finding -> print(finding, out));
            out.println(report.summary());
            return report.isClean() ? CLEAN : FOUND;
        } catch (StartFailure | SettingException | CloudException e) {
            err.println("OxiCloud cannot check: " + e.getMessage());
            return NOT_DONE;
        }
    }

    /** An empty product would be clean, and hide a mistyped folder. */
    static void requireUsed(Surroundings surroundings) {
        Path folder = Settings.of(surroundings.sources())
                .path(Setting.DATA)
                .orElseGet(surroundings::usualDataDirectory)
                .toAbsolutePath();
        if (!Files.exists(folder.resolve(DatabaseChoice.MEMORY))) {
            throw new StartFailure("no OxiCloud has run with the data directory " + folder);
        }
    }

    private static void print(Finding finding, PrintStream out) {
        out.println(finding.kind() + " " + finding.what());
        for (References.Owner owner : finding.owners()) {
            out.println("    " + owner.what() + " \"" + owner.name() + "\"");
        }
    }
}
