package io.oxicloud.files.zip;

import io.oxicloud.base.NodeName;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names in one folder of an archive: such that Windows can make a file of each, and no two are one where case does not
 * count. None leads out of the folder, since node names have no slashes and are not dots.
 */
final class EntryNames {
    private static final Pattern FORBIDDEN = Pattern.compile("[<>:\"|?*\\\\/\\p{Cntrl}]");

    /** Of devices, whatever follows after a dot. */
    private static final Pattern RESERVED = Pattern.compile(
            "(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\\$|conout\\$)\\s*(\\..*)?", Pattern.CASE_INSENSITIVE);

    private final Set<String> taken = new HashSet<>();

    /** What to number the next one of a name with. */
    private final Map<String, Integer> next = new HashMap<>();

    /** A name like this one that is not taken yet; the same for the same names in the same order. */
    String unique(String name, boolean folder) {
        String safe = safe(name);
        if (taken.add(folded(safe))) {
            return safe;
        }
        int dot = folder ? -1 : safe.lastIndexOf('.');
        String stem = dot > 0 ? safe.substring(0, dot) : safe;
        String extension = dot > 0 ? safe.substring(dot) : "";
        int number = next.getOrDefault(folded(safe), 2);
        String numbered;
        do {
            numbered = numbered(stem, " (" + number + ")", extension);
            number++;
        } while (!taken.add(folded(numbered)));
        next.put(folded(safe), number);
        return numbered;
    }

    static String safe(String name) {
        String allowed = FORBIDDEN.matcher(name).replaceAll("_");
        int end = allowed.length();
        while (end > 0 && (allowed.charAt(end - 1) == '.' || allowed.charAt(end - 1) == ' ')) {
            end--;
        }
        String safe = allowed.substring(0, end) + "_".repeat(allowed.length() - end);
        return RESERVED.matcher(safe).matches() ? '_' + safe : safe;
    }

    /** No longer than file systems take. */
    private static String numbered(String stem, String number, String extension) {
        String shorter = stem;
        String suffix = length(extension) > NodeName.MAX_LENGTH / 2 ? number : number + extension;
        while (length(shorter + suffix) > NodeName.MAX_LENGTH) {
            shorter = shorter.substring(0, shorter.offsetByCodePoints(shorter.length(), -1));
        }
        return shorter + suffix;
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String folded(String name) {
        return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
