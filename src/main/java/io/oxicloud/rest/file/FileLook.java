package io.oxicloud.rest.file;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What kind of file people take one for, and the classes that its icon has in a page. Told by its media type and name. */
enum FileLook {
    IMAGE("Image", "fas fa-file-image", "image-icon"),
    VIDEO("Video", "fas fa-file-video", "video-icon"),
    AUDIO("Audio", "fas fa-file-audio", "audio-icon"),
    PDF("PDF", "fas fa-file-pdf", "pdf-icon"),
    DOCUMENT("Document", "fas fa-file-word", "doc-icon"),
    SPREADSHEET("Spreadsheet", "fas fa-file-excel", "spreadsheet-icon"),
    PRESENTATION("Presentation", "fas fa-file-powerpoint", "presentation-icon"),
    ARCHIVE("Archive", "fas fa-file-archive", "archive-icon"),
    CODE("Code", "fas fa-file-code", "code-icon"),
    MARKDOWN("Markdown", "fas fa-file-alt", "doc-icon"),
    TEXT("Text", "fas fa-file-alt", "doc-icon"),
    INSTALLER("Installer", "fas fa-file", "installer-icon"),
    OTHER("Document", "fas fa-file", "");

    private static final Set<String> ARCHIVES = Set.of(
            "application/zip",
            "application/gzip",
            "application/x-tar",
            "application/zstd",
            "application/vnd.rar",
            "application/x-xz",
            "application/x-bzip2",
            "application/x-7z-compressed");

    private static final Set<String> CODE_TYPES =
            Set.of("application/json", "application/xml", "application/sql", "application/toml", "application/yaml");

    private static final Set<String> CODE_TEXTS = Set.of(
            "text/html",
            "text/css",
            "text/javascript",
            "text/xml",
            "text/x-c",
            "text/x-go",
            "text/x-java",
            "text/x-php");

    private static final Set<String> INSTALLERS = Set.of(
            "application/vnd.android.package-archive",
            "application/vnd.debian.binary-package",
            "application/x-apple-diskimage",
            "application/vnd.microsoft.portable-executable",
            "application/x-msi",
            "application/x-rpm");

    private final String category;
    private final String iconClass;
    private final String iconSpecialClass;

    FileLook(String category, String iconClass, String iconSpecialClass) {
        this.category = category;
        this.iconClass = iconClass;
        this.iconSpecialClass = iconSpecialClass;
    }

    /** @param mediaType with parameters or without; null if nobody knows */
    static FileLook of(@Nullable String mediaType) {
        if (mediaType == null) {
            return OTHER;
        }
        int end = mediaType.indexOf(';');
        String type =
                (end < 0 ? mediaType : mediaType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        if (type.startsWith("image/")) {
            return IMAGE;
        } else if (type.startsWith("video/")) {
            return VIDEO;
        } else if (type.startsWith("audio/")) {
            return AUDIO;
        } else if (type.equals("application/pdf")) {
            return PDF;
        } else if (ARCHIVES.contains(type)) {
            return ARCHIVE;
        } else if (INSTALLERS.contains(type)) {
            return INSTALLER;
        } else if (type.equals("text/markdown")) {
            return MARKDOWN;
        } else if (CODE_TYPES.contains(type) || CODE_TEXTS.contains(type)) {
            return CODE;
        }
        return office(type);
    }

    private static FileLook office(String type) {
        if (type.equals("text/csv") || type.contains("spreadsheet") || type.contains("ms-excel")) {
            return SPREADSHEET;
        } else if (type.contains("presentation") || type.contains("ms-powerpoint")) {
            return PRESENTATION;
        } else if (type.contains("wordprocessing") || type.contains("opendocument.text") || type.contains("msword")) {
            return DOCUMENT;
        }
        return type.startsWith("text/") ? TEXT : OTHER;
    }

    String category() {
        return category;
    }

    String iconClass() {
        return iconClass;
    }

    String iconSpecialClass() {
        return iconSpecialClass;
    }
}
