package io.oxicloud.files;

import org.jspecify.annotations.Nullable;

/**
 * One step of a patch.
 *
 * @param markup as in {@link DeadProperty}; null takes the property away
 */
public record PropertyChange(PropertyName name, @Nullable String markup) {
    public static PropertyChange set(PropertyName name, String markup) {
        return new PropertyChange(name, markup);
    }

    public static PropertyChange remove(PropertyName name) {
        return new PropertyChange(name, null);
    }

    /** @throws io.oxicloud.base.CloudException INVALID_INPUT if XML cannot carry it */
    public PropertyChange {
        if (markup != null) {
            XmlText.of(markup, "the value of a property");
        }
    }
}
