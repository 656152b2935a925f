package io.oxicloud.dav.xml;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An element of a request body with all that lies in it, but for comments and processing instructions. Immutable. */
public final class XmlElement implements XmlContent {
    private final XmlName name;
    private final String prefix;
    private final List<XmlAttribute> attributes;
    private final @Nullable XmlScope scope;
    private final @Nullable String language;
    private final List<XmlContent> content;

    /**
     * @param scope the innermost declaration in force inside the element
     * @param language of the element, also if an outer one gave it
     */
    XmlElement(
            XmlName name,
            String prefix,
            List<XmlAttribute> attributes,
            @Nullable XmlScope scope,
            @Nullable String language,
            List<XmlContent> content) {
        this.name = name;
        this.prefix = prefix;
        this.attributes = List.copyOf(attributes);
        this.scope = scope;
        this.language = language;
        this.content = List.copyOf(content);
    }

    public XmlName name() {
        return name;
    }

    /** It is the element of this name in the namespace of WebDAV. */
    public boolean isDav(String local) {
        return name.local().equals(local) && name.namespace().equals(XmlName.DAV);
    }

    /** The elements right inside. */
    public List<XmlElement> children() {
        return content.stream()
                .filter(XmlElement.class::isInstance)
                .map(XmlElement.class::cast)
                .toList();
    }

    /** The first child of this name in the namespace of WebDAV. */
    public Optional<XmlElement> dav(String local) {
        return children().stream().filter(child -> child.isDav(local)).findFirst();
    }

    /** The characters right inside; those of the elements inside are not among them. */
    public String text() {
        return content.stream()
                .filter(XmlContent.Text.class::isInstance)
                .map(each -> ((XmlContent.Text) each).characters())
                .collect(Collectors.joining());
    }

    /** The value of an attribute. */
    public Optional<String> attribute(XmlName wanted) {
        return attributes.stream()
                .filter(each -> each.name().equals(wanted))
                .map(XmlAttribute::value)
                .findFirst();
    }

    /**
     * The whole element, so that it can stand in any other document and means the same there: all namespaces and the language
     * in force are declared on it, and everything in it that RFC 4918 section 4.3 wants kept is there.
     */
    public String markup() {
        return Markup.of(this);
    }

    String prefix() {
        return prefix;
    }

    List<XmlAttribute> attributes() {
        return attributes;
    }

    @Nullable
    XmlScope scope() {
        return scope;
    }

    @Nullable
    String language() {
        return language;
    }

    List<XmlContent> content() {
        return content;
    }
}
