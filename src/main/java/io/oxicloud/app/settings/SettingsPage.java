package io.oxicloud.app.settings;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The text of {@code docs/settings.md}. */
final class SettingsPage {
    private static final String HEAD = """
            # Settings

            Generated from the catalogue in the code (`Setting`); a test fails when this page is stale and says how to renew it.

            Each setting has one name in four spellings. The first place that has a value wins:

            1. JNDI: env-entry `oxicloud/db.url`, looked up as `java:comp/env/oxicloud/db.url`
            2. system property: `-Doxicloud.db.url=…` (before `-jar`)
            3. environment: `OXICLOUD_DB_URL`
            4. `oxicloud.properties` in the data directory: `oxicloud.db.url = …`
            5. what administrators set in the product; it is kept in the database, secrets sealed under the master key

            With `java -jar` the options `--data`, `--host` and `--port` come before all of these. The database is opened too
            late to say where to listen.

            The tables show the name; the environment puts `OXICLOUD_` before it. For the other spellings write it in small
            letters with dots for underscores. A blank value counts as none. A value that cannot be used stops the start with a
            message that names setting and place. An unknown name is logged as a warning; a retired one stops the start. The log
            tells at each start which settings differ from their default, and where they come from.
            """;

    private SettingsPage() {}

    static String text() {
        return HEAD
                + Arrays.stream(Setting.Group.values()).map(SettingsPage::table).collect(Collectors.joining());
    }

    private static String table(Setting.Group group) {
        List<Setting> members =
                Arrays.stream(Setting.values()).filter(s -> s.group() == group).toList();
        return "\n## " + group.title() + "\n\n| name | takes | default | what it is |\n|---|---|---|---|\n"
                + members.stream().map(SettingsPage::row).collect(Collectors.joining());
    }

    private static String row(Setting setting) {
        return "| `" + setting.name() + "` | " + setting.form().name() + " | "
                + setting.defaultText().map(d -> "`" + d + "`").orElse("–") + " | " + setting.description() + " |\n";
    }
}
