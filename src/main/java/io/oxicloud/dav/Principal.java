package io.oxicloud.dav;

import io.oxicloud.dav.property.PropertyQuery;
import io.oxicloud.dav.property.PropertyQuery.Kind;
import io.oxicloud.dav.xml.Href;
import io.oxicloud.dav.xml.MultistatusWriter;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A user as a resource with the properties that a principal has to have (RFC 3744 section 4). For one answer. */
final class Principal {
    /** Those of RFC 3744 are for who asks by name. */
    private static final Set<XmlName> COMMON = Set.of(XmlName.dav("displayname"), XmlName.dav("resourcetype"));

    private final Href href;
    private final Map<XmlName, Value> properties = new LinkedHashMap<>();

    private interface Value {
        void write(XmlOutput out) throws IOException;
    }

    Principal(Href href, String name) {
        this.href = href;
        properties.put(XmlName.dav("displayname"), out -> out.text(name));
        properties.put(XmlName.dav("resourcetype"), out -> out.markup("<D:principal/>"));
        properties.put(XmlName.dav("principal-URL"), this::self);
        properties.put(XmlName.dav("current-user-principal"), this::self);
        properties.put(XmlName.dav("alternate-URI-set"), out -> {});
        properties.put(XmlName.dav("group-membership"), out -> {});
    }

    private void self(XmlOutput out) throws IOException {
        out.markup("<D:href>");
        out.href(href);
        out.markup("</D:href>");
    }

    void write(MultistatusWriter writer, PropertyQuery query) throws IOException {
        writer.open();
        writer.response(href);
        List<XmlName> found = properties.keySet().stream()
                .filter(name -> query.kind() == Kind.NAMES_ONLY
                        || query.names().contains(name)
                        || (query.kind() == Kind.ALL && COMMON.contains(name)))
                .toList();
        List<XmlName> missing = query.names().stream()
                .filter(name -> !properties.containsKey(name))
                .toList();
        if (!found.isEmpty() || missing.isEmpty()) {
            found(writer, found, query.kind() == Kind.NAMES_ONLY);
        }
        if (!missing.isEmpty()) {
            writer.propstat();
            for (XmlName name : missing) {
                writer.out().markup(name.emptyElement());
            }
            writer.endPropstat(404);
        }
        writer.endResponse();
        writer.close();
    }

    private void found(MultistatusWriter writer, List<XmlName> names, boolean namesOnly) throws IOException {
        XmlOutput out = writer.out();
        writer.propstat();
        for (XmlName name : names) {
            if (namesOnly) {
                out.markup(name.emptyElement());
            } else {
                out.markup("<D:" + name.local() + ">");
                Objects.requireNonNull(properties.get(name)).write(out);
                out.markup("</D:" + name.local() + ">");
            }
        }
        writer.endPropstat(200);
    }
}
