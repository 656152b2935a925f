package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.drive.Space;
import java.util.List;
import java.util.Objects;

/** How full the drive is that a folder lies in (RFC 4331). */
final class SpaceProperties {
    static List<LiveProperty> all() {
        return List.of(
                LiveProperty.common(
                                XmlName.dav("quota-used-bytes"),
                                subject -> subject.collection() && subject.space() != null,
                                (out, subject, context) ->
                                        out.number(of(subject).used()))
                        .needing(Facet.SPACE),
                LiveProperty.common(
                                XmlName.dav("quota-available-bytes"),
                                subject -> subject.collection()
                                        && subject.space() != null
                                        && subject.space().available() != null,
                                (out, subject, context) -> out.number(
                                        Objects.requireNonNull(of(subject).available())))
                        .needing(Facet.SPACE));
    }

    private static Space of(Subject subject) {
        return Objects.requireNonNull(subject.space());
    }

    private SpaceProperties() {}
}
