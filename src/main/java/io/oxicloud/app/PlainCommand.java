package io.oxicloud.app;

import io.oxicloud.app.settings.SettingException;
import io.oxicloud.base.CloudException;
import io.oxicloud.files.plain.PlainExport;
import io.oxicloud.files.plain.PlainImport;
import io.oxicloud.files.plain.PlainReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** Writes all drives as plain files, or takes such files in, from the command line and without a server. */
public final class PlainCommand {
    private static final int ALL = 0;
    private static final int SOME_LEFT = 1;
    private static final int NOT_DONE = 2;

    private PlainCommand() {}

    /**
     * Prints a line for each file that was left, and a summary. Called by name from {@code java -jar}.
     *
     * @param options what stood on the command line, by the setting's name
     * @param data the data directory where no setting names one
     * @param export true for the way out, false for the way in
     * @param folder where the plain files lie
     * @return the exit code
     */
    public static int run(
            Map<String, String> options, Path data, boolean export, Path folder, PrintStream out, PrintStream err) {
        return run(Surroundings.commandLine(new Launched(options, data, true)), export, folder, out, err);
    }

    static int run(Surroundings surroundings, boolean export, Path folder, PrintStream out, PrintStream err) {
        try (var opened = new Closing()) {
            CheckCommand.requireUsed(surroundings);
            Ground ground = Ground.open(surroundings, opened);
            Storage.check(ground);
            BareFiles files = BareFiles.of(ground, opened);
            PlainReport report = export
                    ? new PlainExport(files.tx(), files.drives(), files.tree()).run(folder)
                    : new PlainImport(files.tx(), files.drives(), files.tree()).run(folder);
            report.left().forEach(line -> out.println("left: " + line));
            out.println(report.done() + " files written, " + report.same() + " the same already, "
                    + report.left().size() + " left");
            return report.left().isEmpty() ? ALL : SOME_LEFT;
        } catch (StartFailure | SettingException | CloudException | IOException e) {
            err.println("OxiCloud cannot " + (export ? "export" : "import") + ": " + e.getMessage());
            return NOT_DONE;
        }
    }
}
