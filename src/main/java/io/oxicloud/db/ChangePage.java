package io.oxicloud.db;

import java.util.List;

/**
 * Some changes, in their order, each member once.
 *
 * @param next where to go on, or whence to ask next time
 * @param more there are changes after this page already
 */
public record ChangePage(List<Change> changes, ChangeToken next, boolean more) {
    public ChangePage {
        changes = List.copyOf(changes);
    }
}
