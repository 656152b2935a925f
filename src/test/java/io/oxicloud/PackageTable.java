package io.oxicloud;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The import table of {@code docs/architecture.md} as data: which package may see which, and which library belongs to whom.
 * What is not listed is forbidden.
 */
final class PackageTable {
    private static final Set<String> FEATURES =
            Set.of("account", "access", "drive", "files", "calendar", "contacts", "share", "media", "search");
    private static final Set<String> EDGES = Set.of("dav", "nextcloud", "wopi", "web", "rest");
    private static final Set<String> DAV =
            Set.of("base", "http", "account", "access", "drive", "files", "calendar", "contacts");

    /** Package to the packages of ours that it may import. */
    private static final Map<String, Set<String>> IMPORTS = Map.ofEntries(
            entry("base", Set.of()),
            entry("http", Set.of("base")),
            entry("cache", Set.of("base")),
            entry("db", Set.of("base", "cache")),
            entry("blob", Set.of("base", "cache")),
            entry("chunk", Set.of("base", "cache", "db", "blob")),
            entry("audit", Set.of("base", "db")),
            entry("mail", Set.of("base", "db")),
            entry("account", Set.of("base", "cache", "db", "audit", "mail")),
            entry("access", Set.of("base", "cache", "db", "account", "audit")),
            entry("drive", Set.of("base", "cache", "db", "account", "access", "audit")),
            entry("files", Set.of("base", "cache", "db", "account", "access", "audit", "drive", "chunk")),
            entry("calendar", Set.of("base", "cache", "db", "account", "access", "audit", "mail", "chunk")),
            entry("contacts", Set.of("base", "cache", "db", "account", "access", "audit", "chunk")),
            entry("share", Set.of("base", "cache", "db", "account", "access", "audit", "mail", "drive", "files")),
            entry("media", Set.of("base", "cache", "db", "account", "access", "drive", "files", "chunk")),
            entry("search", Set.of("base", "cache", "db", "account", "access", "drive", "files", "chunk")),
            entry("dav", DAV),
            entry("nextcloud", union(DAV, Set.of("dav", "share", "media", "search"))),
            entry("wopi", Set.of("base", "http", "account", "access", "files")),
            entry("web", Set.of("base", "account", "share")),
            entry("rest", union(FEATURES, Set.of("base", "http", "audit", "mail", "chunk"))));

    /** The composition root sees everything. */
    static final String ROOT = "app";

    private static final Set<String> PERSISTENT = union(FEATURES, Set.of("db", "chunk", "audit", "mail"));
    private static final Set<String> JSON = Set.of("rest", "nextcloud", "wopi", ROOT);
    private static final Set<String> HTTP = union(EDGES, Set.of(ROOT));

    /** The first prefix that fits decides, so the narrow ones stand before the wide ones. */
    static final List<Library> LIBRARIES = List.of(
            new Library("org.ehcache.", Set.of("cache")),
            new Library("org.hibernate.boot.", Set.of("db")),
            new Library("org.hibernate.cfg.", Set.of("db")),
            new Library("org.hibernate.jpa.", Set.of("db")),
            new Library("org.hibernate.", PERSISTENT),
            new Library("jakarta.persistence.", PERSISTENT),
            new Library("org.flywaydb.", Set.of("db")),
            new Library("com.zaxxer.hikari.", Set.of("db")),
            new Library("org.h2.", Set.of("db")),
            new Library("org.postgresql.", Set.of("db")),
            new Library("java.sql.", union(PERSISTENT, Set.of(ROOT))),
            new Library("javax.sql.", union(PERSISTENT, Set.of(ROOT))),
            new Library("software.amazon.awssdk.", Set.of("blob")),
            new Library("com.azure.", Set.of("blob")),
            new Library("reactor.", Set.of("blob")),
            new Library("jakarta.mail.", Set.of("mail")),
            new Library("com.nimbusds.", Set.of("account")),
            new Library("org.bouncycastle.", Set.of("account", "blob")),
            new Library("javax.naming.directory.", Set.of("account")),
            new Library("javax.naming.ldap.", Set.of("account")),
            new Library("javax.naming.", Set.of(ROOT, "account")),
            new Library("net.fortuna.ical4j.", Set.of("calendar")),
            new Library("ezvcard.", Set.of("contacts")),
            new Library("javax.imageio.", Set.of("media")),
            new Library("com.drew.", Set.of("media")),
            new Library("ai.onnxruntime.", Set.of("media")),
            new Library("org.apache.lucene.", Set.of("search")),
            new Library("org.apache.tika.", Set.of("search")),
            new Library("io.milton.", Set.of("dav")),
            new Library("jakarta.ws.rs.", Set.of("rest")),
            new Library("org.glassfish.", Set.of("rest")),
            new Library("com.fasterxml.jackson.", JSON),
            new Library("jakarta.servlet.", HTTP),
            new Library("java.util.logging.", Set.of(ROOT)),
            new Library("org.apache.catalina.", Set.of(ROOT)),
            new Library("org.apache.coyote.", Set.of(ROOT)),
            new Library("org.apache.tomcat.", Set.of(ROOT)),
            new Library("java.", Set.of()),
            new Library("javax.", Set.of()),
            new Library("org.xml.sax.", Set.of()),
            new Library("org.w3c.dom.", Set.of()),
            new Library("org.slf4j.", Set.of()),
            new Library("org.jspecify.", Set.of()));

    private PackageTable() {}

    /**
     * A library, by the beginning of its class names.
     *
     * @param owners who may import it; empty for everybody
     */
    record Library(String prefix, Set<String> owners) {
        boolean isOpenTo(String area) {
            return owners.isEmpty() || owners.contains(area);
        }
    }

    static boolean lists(String area) {
        return area.equals(ROOT) || IMPORTS.containsKey(area);
    }

    static boolean allows(String area, String imported) {
        return area.equals(ROOT) || area.equals(imported) || imports(area).contains(imported);
    }

    private static Set<String> imports(String area) {
        return IMPORTS.getOrDefault(area, Set.of());
    }

    private static Set<String> union(Set<String> some, Set<String> more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(more);
        return Set.copyOf(all);
    }
}
