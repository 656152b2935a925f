package io.oxicloud.audit;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Details as one text of a row and of a log line, on one line whatever they hold: {@code a=1&b=two+words}. */
final class Details {
    private Details() {}

    static String write(Map<String, String> details) {
        return new TreeMap<>(details)
                .entrySet().stream()
                        .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                        .collect(Collectors.joining("&"));
    }

    static Map<String, String> read(String text) {
        var details = new TreeMap<String, String>();
        for (String pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int cut = pair.indexOf('=');
            details.put(decode(pair.substring(0, cut)), decode(pair.substring(cut + 1)));
        }
        return details;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
