package io.oxicloud.files.zip;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which types of files get shorter by being compressed; the others are already. */
final class Compressible {
    private static final Set<String> IMAGES =
            Set.of("image/bmp", "image/svg+xml", "image/tiff", "image/vnd.adobe.photoshop", "image/vnd.microsoft.icon");

    private static final Set<String> SOUNDS =
            Set.of("audio/aiff", "audio/midi", "audio/wav", "audio/x-wav", "audio/x-aiff");

    private static final Set<String> PACKED = Set.of(
            "application/epub+zip",
            "application/gzip",
            "application/java-archive",
            "application/pdf",
            "application/vnd.android.package-archive",
            "application/vnd.debian.binary-package",
            "application/vnd.rar",
            "application/x-7z-compressed",
            "application/x-apple-diskimage",
            "application/x-bzip2",
            "application/x-rpm",
            "application/x-xz",
            "application/zip",
            "application/zstd",
            "font/woff",
            "font/woff2");

    static boolean is(@Nullable String mediaType) {
        String type = String.valueOf(mediaType).split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return IMAGES.contains(type);
        } else if (type.startsWith("audio/")) {
            return SOUNDS.contains(type);
        }
        return !type.startsWith("video/")
                && !type.startsWith("application/vnd.openxmlformats-")
                && !type.startsWith("application/vnd.oasis.opendocument.")
                && !PACKED.contains(type);
    }

    private Compressible() {}
}
