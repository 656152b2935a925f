package io.oxicloud.dav.property;

import io.oxicloud.base.CloudException;
import io.oxicloud.dav.property.PropertyQuery.Kind;
import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import io.oxicloud.files.PropertyName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query, looked up in the catalogue once for all that it is asked of: what to load, what to write, and the names of what
 * cannot be there, written down already. Immutable.
 */
public final class PropertyPlan {
    private final Kind kind;
    private final List<LiveProperty> offered = new ArrayList<>();
    private final List<LiveProperty> asked = new ArrayList<>();
    private final List<DeadName> dead = new ArrayList<>();
    private final Set<Facet> facets = EnumSet.noneOf(Facet.class);
    private final byte[] nowhere;
    private final byte[] noneDead;

    /** A name that may be one of a client's own, and its empty element. */
    record DeadName(PropertyName name, String element) {}

    private PropertyPlan(Catalogue catalogue, PropertyQuery query) {
        kind = query.kind();
        switch (kind) {
            case ALL -> catalogue.all().stream().filter(LiveProperty::common).forEach(offered::add);
            case NAMES_ONLY -> offered.addAll(catalogue.all());
            case NAMED -> {
                // only what is named
            }
        }
        var unknown = new StringBuilder();
        query.names().forEach(name -> ask(catalogue, name, unknown));
        nowhere = XmlOutput.constant(unknown.toString());
        var noDead = new StringBuilder();
        dead.forEach(each -> noDead.append(each.element));
        noneDead = XmlOutput.constant(noDead.toString());
        plan();
    }

    public static PropertyPlan of(Catalogue catalogue, PropertyQuery query) {
        return new PropertyPlan(catalogue, query);
    }

    private void ask(Catalogue catalogue, XmlName name, StringBuilder unknown) {
        LiveProperty live = catalogue.find(name);
        PropertyName possible = live == null && !catalogue.isReserved(name) ? deadName(name) : null;
        if (live != null && !offered.contains(live)) {
            asked.add(live);
        } else if (possible != null) {
            dead.add(new DeadName(possible, name.emptyElement()));
        } else if (live == null) {
            unknown.append(name.emptyElement());
        }
    }

    /** Null for a name that is too long to be kept. */
    private static @Nullable PropertyName deadName(XmlName name) {
        try {
            return new PropertyName(name.namespace(), name.local());
        } catch (CloudException e) {
            return null;
        }
    }

    private void plan() {
        asked.forEach(each -> facets.addAll(each.needs()));
        offered.forEach(each -> facets.addAll(each.needs()));
        if (kind == Kind.NAMES_ONLY) {
            facets.remove(Facet.LOCKS); // whatever they are, the property is there
            facets.remove(Facet.SYNC_TOKENS);
        }
        if (kind != Kind.NAMED || !dead.isEmpty()) {
            facets.add(Facet.DEAD_PROPERTIES);
        }
    }

    public boolean needs(Facet facet) {
        return facets.contains(facet);
    }

    boolean namesOnly() {
        return kind == Kind.NAMES_ONLY;
    }

    /** Left out where they are not. */
    List<LiveProperty> offered() {
        return offered;
    }

    /** Reported as missing where they are not. */
    List<LiveProperty> asked() {
        return asked;
    }

    /** Whether all properties of clients' own are wanted, and not only {@link #dead}. */
    boolean allDead() {
        return kind != Kind.NAMED;
    }

    /** Reported as missing where they are not. */
    List<DeadName> dead() {
        return dead;
    }

    /** The empty elements of {@link #dead}. */
    byte[] noneDead() {
        return noneDead;
    }

    /** The empty elements of what no thing has. */
    byte[] nowhere() {
        return nowhere;
    }
}
