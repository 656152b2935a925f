package io.oxicloud.files.plain;

import io.oxicloud.base.DriveId;
import io.oxicloud.db.Tx;
import io.oxicloud.drive.DriveLedger;
import io.oxicloud.drive.DriveRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the folder of each drive is called: its name, with the id where several have that. */
final class DriveFolders {
    private static final int PAGE = 500;

    private final Tx tx;
    private final DriveLedger drives;

    DriveFolders(Tx tx, DriveLedger drives) {
        this.tx = tx;
        this.drives = drives;
    }

    Map<String, DriveId> all() {
        List<DriveRow> rows = new ArrayList<>();
        List<DriveRow> page;
        do {
            DriveId after = rows.isEmpty() ? null : rows.get(rows.size() - 1).id();
            page = tx.read("plain.drives", scope -> drives.page(scope, after, PAGE));
            rows.addAll(page);
        } while (page.size() == PAGE);
        Map<String, Integer> bearers = new HashMap<>();
        rows.forEach(row -> bearers.merge(row.name(), 1, Integer::sum));
        Map<String, DriveId> folders = new TreeMap<>();
        for (DriveRow row : rows) {
            boolean alone = bearers.getOrDefault(row.name(), 0) == 1;
            folders.put(alone ? row.name() : row.name() + " " + row.id(), row.id());
        }
        return folders;
    }
}
