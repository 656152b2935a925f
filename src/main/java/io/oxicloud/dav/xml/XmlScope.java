package io.oxicloud.dav.xml;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One declaration of a namespace, and those around it. A chain that inner elements share with outer ones: a map for each
 * element would let a small document take much memory.
 * The prefix of the default namespace is empty; an empty URI undoes it.
 */
final class XmlScope {
    final @Nullable XmlScope outer;
    final String prefix;
    final String uri;

    XmlScope(@Nullable XmlScope outer, String prefix, String uri) {
        this.outer = outer;
        this.prefix = prefix;
        this.uri = uri;
    }

    /** What is bound where {@code innermost} was declared last; null stands for no declarations at all. */
    static Map<String, String> bindings(@Nullable XmlScope innermost) {
        Map<String, String> bound = new TreeMap<>();
        for (XmlScope each = innermost; each != null; each = each.outer) {
            bound.putIfAbsent(each.prefix, each.uri);
        }
        bound.values().removeIf(String::isEmpty);
        return bound;
    }
}
