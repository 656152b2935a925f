package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a credential may be used for. A session may be used for all of it. */
public enum Scope {
    WEBDAV,
    CALDAV,
    CARDDAV,
    API;

    /** The scopes of an app password when its maker names none: everything but the API. */
    public static final Set<Scope> DAV = Collections.unmodifiableSet(EnumSet.of(WEBDAV, CALDAV, CARDDAV));

    public static final Set<Scope> ALL = Collections.unmodifiableSet(EnumSet.allOf(Scope.class));

    /**
     * Reads {@code "webdav,caldav"}: comma-separated, case-blind, in any order.
     *
     * @throws CloudException INVALID_INPUT for an unknown name or none at all
     */
    public static Set<Scope> parse(String names) {
        var scopes = EnumSet.noneOf(Scope.class);
        for (String name : names.split(",", -1)) {
            scopes.add(one(name.strip()));
        }
        return Collections.unmodifiableSet(scopes);
    }

    /** The form that {@link #parse} reads, always in the same order. */
    public static String format(Collection<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::label).collect(Collectors.joining(","));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Scope one(String name) {
        return Arrays.stream(values())
                .filter(scope -> scope.label().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new CloudException(
                        ErrorCode.INVALID_INPUT, "scopes: use " + format(ALL) + ", separated by commas"));
    }
}
