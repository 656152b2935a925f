package io.oxicloud.dav.property;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.dav.xml.XmlElement;
import io.oxicloud.dav.xml.XmlName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which properties a client asks for (RFC 4918 sections 9.1 and 14.20).
 *
 * @param names with {@link Kind#ALL} those that it wants as well
 */
public record PropertyQuery(Kind kind, Set<XmlName> names) {
    /** An answer names what is not there, for each thing in a list. */
    private static final int MAX_NAMES = 500;

    /** How the properties are chosen. */
    public enum Kind {
        ALL,
        NAMES_ONLY,
        NAMED
    }

    /** @throws CloudException TOO_LARGE for more names than an answer repeats */
    public PropertyQuery {
        if (names.size() > MAX_NAMES) {
            throw new CloudException(ErrorCode.TOO_LARGE, "at most " + MAX_NAMES + " properties can be asked for");
        }
        names = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(names));
    }

    /**
     * What the body of a PROPFIND says; nothing says all.
     *
     * @throws CloudException INVALID_INPUT if it does not choose in one of the three ways
     */
    public static PropertyQuery parse(Optional<XmlElement> body) {
        if (body.isEmpty()) {
            return new PropertyQuery(Kind.ALL, Set.of());
        }
        XmlElement root = body.get();
        if (!root.isDav("propfind")) {
            throw refused("the body must be a propfind element");
        }
        List<XmlElement> choices = root.children().stream()
                .filter(each -> each.isDav("allprop") || each.isDav("propname") || each.isDav("prop"))
                .toList();
        if (choices.size() != 1) {
            throw refused("a propfind element has one of prop, allprop and propname in it");
        }
        XmlElement choice = choices.get(0);
        XmlElement include = root.dav("include").orElse(null);
        if (choice.isDav("allprop")) {
            return new PropertyQuery(Kind.ALL, names(include));
        }
        if (include != null) {
            throw refused("only allprop has an include element beside it");
        }
        return choice.isDav("prop") ? named(choice) : new PropertyQuery(Kind.NAMES_ONLY, Set.of());
    }

    /** @param prop a {@code DAV:prop} element, of a PROPFIND or a REPORT */
    public static PropertyQuery named(XmlElement prop) {
        return new PropertyQuery(Kind.NAMED, names(prop));
    }

    private static Set<XmlName> names(@Nullable XmlElement list) {
        Set<XmlName> names = new LinkedHashSet<>();
        if (list != null) {
            list.children().forEach(each -> names.add(each.name()));
        }
        return names;
    }

    private static CloudException refused(String why) {
        return new CloudException(ErrorCode.INVALID_INPUT, why);
    }
}
