package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import java.io.IOException;
import java.util.List;

/** How far the history of a folder has come (RFC 6578 section 4). */
final class SyncProperties {
    static List<LiveProperty> all() {
        return List.of(LiveProperty.special(
                        XmlName.dav("sync-token"),
                        subject -> subject.node() != null && subject.collection(),
                        (out, subject, context) -> token(out, subject))
                .needing(Facet.SYNC_TOKENS));
    }

    private static void token(XmlOutput out, Subject subject) throws IOException {
        for (String token : subject.syncTokens()) {
            out.text(SyncTokens.uri(token));
        }
    }

    private SyncProperties() {}
}
