package io.oxicloud.dav.property;

import io.oxicloud.dav.xml.XmlName;
import io.oxicloud.dav.xml.XmlOutput;
import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A property that the server keeps. Immutable. */
final class LiveProperty {
    /** Writes what stands inside of the property's element; only asked where the property is. */
    interface Value {
        void write(XmlOutput out, Subject subject, Context context) throws IOException;
    }

    /** What an answer is made for. */
    record Context(Viewer viewer, @Nullable Place place) {}

    private final XmlName name;
    private final boolean common;
    private final Set<Facet> needs;
    private final Predicate<Subject> where;
    private final Value value;
    private final byte[] open;
    private final byte[] close;
    private final byte[] empty;

    private LiveProperty(XmlName name, boolean common, Set<Facet> needs, Predicate<Subject> where, Value value) {
        this.name = name;
        this.common = common;
        this.needs = needs;
        this.where = where;
        this.value = value;
        String element = name.emptyElement();
        open = XmlOutput.constant(element.replace("/>", ">"));
        empty = XmlOutput.constant(element);
        close = XmlOutput.constant(element.replaceFirst("^<([^ />]+).*$", "</$1>"));
    }

    /** One that a client gets who asks for all. */
    static LiveProperty common(XmlName name, Predicate<Subject> where, Value value) {
        return new LiveProperty(name, true, Set.of(), where, value);
    }

    /** One that a client has to ask for by its name. */
    static LiveProperty special(XmlName name, Predicate<Subject> where, Value value) {
        return new LiveProperty(name, false, Set.of(), where, value);
    }

    /** The same, made from more than the node's row. */
    LiveProperty needing(Facet facet) {
        return new LiveProperty(name, common, Set.of(facet), where, value);
    }

    XmlName name() {
        return name;
    }

    boolean common() {
        return common;
    }

    Set<Facet> needs() {
        return needs;
    }

    boolean failed(Subject subject) {
        return !subject.failed().isEmpty() && needs.stream().anyMatch(subject.failed()::contains);
    }

    boolean is(Subject subject) {
        return where.test(subject);
    }

    void write(XmlOutput out, Subject subject, Context context) throws IOException {
        out.markup(open);
        value.write(out, subject, context);
        out.markup(close);
    }

    void writeName(XmlOutput out) throws IOException {
        out.markup(empty);
    }
}
