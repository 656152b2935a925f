package io.oxicloud.app;

import io.oxicloud.app.settings.SettingException;
import io.oxicloud.base.CloudException;
import io.oxicloud.files.RestoredBackup;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** Says, from the command line and without a server, that the database is that of a backup (docs/deploy/backup.md, "Restore"). */
public final class RestoredCommand {
    private static final int DONE = 0;
    private static final int NOT_DONE = 2;

    private RestoredCommand() {}

    /**
     * Prints how many folders were marked. Called by name from {@code java -jar}.
     *
     * @param options what stood on the command line, by the setting's name
     * @param data the data directory where no setting names one
     * @return the exit code
     */
    public static int run(Map<String, String> options, Path data, PrintStream out, PrintStream err) {
        return run(Surroundings.commandLine(new Launched(options, data, true)), out, err);
    }

    static int run(Surroundings surroundings, PrintStream out, PrintStream err) {
        try (var opened = new Closing()) {
            CheckCommand.requireUsed(surroundings);
            Ground ground = Ground.open(surroundings, opened);
            out.println(new RestoredBackup(ground.database().maintenance(), ground.clock()).mark()
                    + " folders have new tags and tokens");
            return DONE;
        } catch (StartFailure | SettingException | CloudException e) {
            err.println("OxiCloud cannot mark the restore: " + e.getMessage());
            return NOT_DONE;
        }
    }
}
