package io.oxicloud.files;

import java.util.List;

/**
 * A part of what changed in a folder.
 *
 * @param changes of each name one, over all pages that follow from one token
 * @param token to ask with for what comes next
 * @param more there is more to be had at once
 */
public record SyncPage(List<SyncChange> changes, String token, boolean more) {
    public SyncPage {
        changes = List.copyOf(changes);
    }
}
