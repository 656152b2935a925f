package io.oxicloud.app.http;

import io.oxicloud.app.settings.AddressBlocks;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a trusted proxy says about the request it passes on: {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and
 * {@code -Port}, or
 * {@code Forwarded} (RFC 7239) where there is no {@code X-Forwarded-For}. A value that makes no sense counts as not said.
 *
 * @param client the nearest address that is not a trusted proxy's own; what stands further out anybody could have written
 * @param host with its port, if it has one
 * @param port for a host without one; 0 if none is said
 */
record Forwarding(
        @Nullable String client,
        @Nullable String scheme,
        @Nullable String host,
        int port) {
    static final int LARGEST_PORT = 65_535;

    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]{1,255}|\\[[0-9a-fA-F:.]{2,45}])(:[0-9]{1,5})?");

    // possessive, and no choice under a star: a long text must not take a stack frame for each character
    private static final Pattern PAIR =
            Pattern.compile("([A-Za-z]++)\\s*+=\\s*+(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|([^;,\\s\"]*+))");

    static Forwarding read(HttpServletRequest request, AddressBlocks trusted) {
        List<String> addresses = list(request, "X-Forwarded-For");
        if (!addresses.isEmpty() || request.getHeader("Forwarded") == null) {
            return new Forwarding(
                    client(addresses, trusted),
                    scheme(last(list(request, "X-Forwarded-Proto"))),
                    host(last(list(request, "X-Forwarded-Host"))),
                    port(last(list(request, "X-Forwarded-Port"))));
        }
        List<String> elements = list(request, "Forwarded");
        String nearest = String.valueOf(last(elements));
        return new Forwarding(
                client(
                        elements.stream()
                                .map(e -> String.valueOf(parameter(e, "for")))
                                .toList(),
                        trusted),
                scheme(parameter(nearest, "proto")),
                host(parameter(nearest, "host")),
                0);
    }

    private static @Nullable String client(List<String> addresses, AddressBlocks trusted) {
        for (int i = addresses.size() - 1; i >= 0; i--) {
            String address = withoutPort(addresses.get(i));
            if (!AddressBlocks.isNumeric(address)) {
                return null; // "unknown", an obfuscated name, nonsense
            }
            if (!trusted.contains(address) || i == 0) {
                return address;
            }
        }
        return null;
    }

    private static String withoutPort(String address) {
        if (address.startsWith("[") && address.indexOf(']') > 0) {
            return address.substring(1, address.indexOf(']'));
        }
        int colon = address.indexOf(':');
        return colon >= 0 && colon == address.lastIndexOf(':') ? address.substring(0, colon) : address;
    }

    private static @Nullable String scheme(@Nullable String text) {
        String scheme = text == null ? "" : text.toLowerCase(Locale.ROOT);
        return scheme.equals("http") || scheme.equals("https") ? scheme : null;
    }

    private static @Nullable String host(@Nullable String text) {
        return text != null && HOST.matcher(text).matches() ? text : null;
    }

    private static int port(@Nullable String text) {
        int port = text != null && text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        return port <= LARGEST_PORT ? port : 0;
    }

    private static @Nullable String parameter(String element, String name) {
        Matcher pair = PAIR.matcher(element);
        while (pair.find()) {
            if (pair.group(1).equalsIgnoreCase(name)) {
                return pair.group(2) == null ? pair.group(3) : pair.group(2).replaceAll("\\\\(.)", "$1");
            }
        }
        return null;
    }

    /** The members of all headers of that name, nearest proxy last. */
    private static List<String> list(HttpServletRequest request, String header) {
        List<String> members = new ArrayList<>();
        for (String line : Collections.list(request.getHeaders(header))) {
            Arrays.stream(line.split(",", -1))
                    .map(String::strip)
                    .filter(m -> !m.isEmpty())
                    .forEach(members::add);
        }
        return members;
    }

    private static @Nullable String last(List<String> members) {
        return members.isEmpty() ? null : members.get(members.size() - 1);
    }
}
