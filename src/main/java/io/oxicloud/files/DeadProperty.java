package io.oxicloud.files;

/**
 * A property as a client left it.
 *
 * @param markup its whole element, {@code xml:lang} and the namespaces in scope included, so that it can stand anywhere
 */
public record DeadProperty(PropertyName name, String markup) {}
