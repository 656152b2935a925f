package io.oxicloud.files;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.util.Comparator;

/**
 * The expanded name of a property.
 *
 * @param namespace its URI, at most 1,000 bytes; empty for none
 * @param name the local name, 1 to 255 bytes
 */
public record PropertyName(String namespace, String name) implements Comparable<PropertyName> {
    private static final int MAX_NAMESPACE = 1_000;
    private static final int MAX_NAME = 255;
    private static final Comparator<PropertyName> ORDER =
            Comparator.comparing(PropertyName::namespace).thenComparing(PropertyName::name);

    /** @throws CloudException INVALID_INPUT if it cannot be a name */
    public PropertyName {
        if (XmlText.of(namespace, "the namespace of a property") > MAX_NAMESPACE) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "the namespace of a property has at most " + MAX_NAMESPACE + " bytes");
        }
        int length = XmlText.of(name, "the name of a property");
        if (length == 0 || length > MAX_NAME) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "the name of a property has 1 to " + MAX_NAME + " bytes");
        }
    }

    @Override
    public int compareTo(PropertyName other) {
        return ORDER.compare(this, other);
    }

    int length() {
        return XmlText.of(namespace, "") + XmlText.of(name, "");
    }
}
