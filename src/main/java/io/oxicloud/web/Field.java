package io.oxicloud.web;

import java.util.ArrayList;
import java.util.List;

/**
 * One labelled input of a form.
 *
 * @param name of the JSON field
 * @param autocomplete what browsers and password managers fill in (WHATWG HTML, "autofill detail tokens")
 * @param hint a line below the input, or empty
 */
record Field(
        String name, String label, String type, String autocomplete, boolean required, int minLength, String hint) {
    static Field text(String name, String label, String autocomplete) {
        return new Field(name, label, "text", autocomplete, true, 0, "");
    }

    static Field email(String name, String label) {
        return new Field(name, label, "email", "email", true, 0, "");
    }

    static Field password(String name, String label, String autocomplete, int minLength) {
        return new Field(name, label, "password", autocomplete, true, minLength, "");
    }

    Field withHint(String text) {
        return new Field(name, label, type, autocomplete, required, minLength, text);
    }

    Field optional() {
        return new Field(name, label, type, autocomplete, false, minLength, hint);
    }

    void write(Html html) {
        html.start("p", "class", "field");
        html.element("label", label, "for", name);
        html.start("input", attributes());
        if (!hint.isEmpty()) {
            html.element("span", hint, "class", "hint", "id", name + "-hint");
        }
        html.end();
    }

    private String[] attributes() {
        var attributes = new ArrayList<>(
                List.of("id", name, "name", name, "type", type, "autocomplete", autocomplete, "spellcheck", "false"));
        if (type.equals("text")) {
            attributes.addAll(List.of("autocapitalize", "none"));
        }
        if (required) {
            attributes.addAll(List.of("required", ""));
        }
        if (minLength > 0) {
            attributes.addAll(List.of("minlength", String.valueOf(minLength)));
        }
        if (!hint.isEmpty()) {
            attributes.addAll(List.of("aria-describedby", name + "-hint"));
        }
        return attributes.toArray(String[]::new);
    }
}
