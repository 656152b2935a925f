package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.XmlName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All properties that the server keeps, and all names that clients cannot use for their own. Immutable. */
public final class Catalogue {
    /** Of the Nextcloud surface: kept by the server there, so that nothing of a client's may bear the name here. */
    private static final Map<String, Set<String>> KEPT_ELSEWHERE = Map.of(
            "http://owncloud.org/ns",
            Set.of("favorite", "fileid", "id", "owner-id", "owner-display-name", "permissions", "share-types", "size"),
            "http://nextcloud.org/ns",
            Set.of("has-preview", "is-encrypted", "mount-type", "creation_time", "upload_time"),
            "http://open-collaboration-services.org/ns",
            Set.of("share-permissions"));

    private final Map<XmlName, LiveProperty> properties = new LinkedHashMap<>();

    /** @param methods that the server knows; asked when there is an answer to write */
    public Catalogue(Supplier<List<String>> methods) {
        Stream.of(
                        CoreProperties.all(),
                        LockProperties.all(),
                        SpaceProperties.all(),
                        SyncProperties.all(),
                        PrincipalProperties.all(methods))
                .flatMap(List::stream)
                .forEach(property -> properties.put(property.name(), property));
    }

    Collection<LiveProperty> all() {
        return properties.values();
    }

    @Nullable
    LiveProperty find(XmlName name) {
        return properties.get(name);
    }

    /** Whether a client may not keep anything under this name. */
    public boolean isReserved(XmlName name) {
        return name.namespace().equals(XmlName.DAV)
                || properties.containsKey(name)
                || KEPT_ELSEWHERE.getOrDefault(name.namespace(), Set.of()).contains(name.local());
    }
}
