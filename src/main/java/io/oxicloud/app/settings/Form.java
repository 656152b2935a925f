package io.oxicloud.app.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What a setting's text must look like, and how the page of settings calls that. */
final class Form {
    private static final int MASTER_KEY_BYTES = 32;
    private static final Pattern SEGMENT = Pattern.compile("(?!\\.{1,2}$)[^/\\\\\\p{Cntrl}]+");

    private final String name;
    private final boolean secret;
    private final Function<String, Optional<String>> complaint;

    private Form(String name, boolean secret, Function<String, Optional<String>> complaint) {
        this.name = name;
        this.secret = secret;
        this.complaint = complaint;
    }

    static Form text() {
        return new Form("text", false, value -> Optional.empty());
    }

    static Form secret() {
        return new Form("secret text", true, value -> Optional.empty());
    }

    static Form path() {
        return new Form("path", false, value -> Optional.empty());
    }

    static Form key() {
        return new Form(
                "secret, base64 of " + MASTER_KEY_BYTES + " bytes",
                true,
                value -> isKey(value)
                        ? Optional.empty()
                        : Optional.of("must be the base64 form of exactly " + MASTER_KEY_BYTES + " bytes"));
    }

    /** Several, separated by commas. */
    static Form keys() {
        return new Form(
                "secret, base64 of " + MASTER_KEY_BYTES + " bytes each, separated by commas",
                true,
                value -> Arrays.stream(value.split(",")).map(String::strip).allMatch(Form::isKey)
                        ? Optional.empty()
                        : Optional.of("must be base64 forms of exactly " + MASTER_KEY_BYTES
                                + " bytes each, separated by commas"));
    }

    static Form flag() {
        return choice("true", "false");
    }

    static Form choice(String... values) {
        List<String> known = Arrays.asList(values);
        return new Form(
                String.join(" or ", known),
                false,
                value -> known.contains(value)
                        ? Optional.empty()
                        : Optional.of("must be one of " + String.join(", ", known)));
    }

    /** @param unit what is counted: seconds, bytes, connections */
    static Form number(String unit, long least, long most) {
        String range = most == Long.MAX_VALUE ? "at least " + least : least + " to " + most;
        return new Form(unit + ", " + range, false, value -> rangeComplaint(value, least, most));
    }

    /** @param nothing the word that stands for no segment */
    static Form segment(String nothing) {
        return new Form(
                "one path segment, or " + nothing,
                false,
                value -> SEGMENT.matcher(value).matches()
                        ? Optional.empty()
                        : Optional.of("must be one path segment, or " + nothing));
    }

    static Form addressBlocks() {
        return new Form("list of address blocks", false, value -> {
            try {
                AddressBlocks.parse(value);
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        });
    }

    static Form httpAddress() {
        return new Form(
                "http or https address",
                false,
                value -> isHttpAddress(value)
                        ? Optional.empty()
                        : Optional.of("must look like https://cloud.example.org or https://example.org/cloud"));
    }

    String name() {
        return name;
    }

    boolean isSecret() {
        return secret;
    }

    /** What is wrong with the value, if anything is; never repeats the value. */
    Optional<String> complaintAbout(String value) {
        return complaint.apply(value);
    }

    private static Optional<String> rangeComplaint(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return Optional.empty();
            }
        } catch (NumberFormatException e) {
            return Optional.of("must be a whole number");
        }
        return Optional.of(
                most == Long.MAX_VALUE ? "must be at least " + least : "must be from " + least + " to " + most);
    }

    private static boolean isKey(String text) {
        try {
            return Base64.getDecoder().decode(text).length == MASTER_KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isHttpAddress(String text) {
        try {
            URI uri = new URI(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
