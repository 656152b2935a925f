package io.oxicloud.files;

import static java.util.Map.entry;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says it is, judged by the end of its name. The table is ours, so that every node and every platform gives
 * the same answer.
 */
final class MediaTypes {
    static final String UNKNOWN = "application/octet-stream";

    private static final Map<String, String> BY_EXTENSION = Map.ofEntries(
            entry("7z", "application/x-7z-compressed"),
            entry("aac", "audio/aac"),
            entry("ai", "application/postscript"),
            entry("apk", "application/vnd.android.package-archive"),
            entry("avi", "video/x-msvideo"),
            entry("avif", "image/avif"),
            entry("bmp", "image/bmp"),
            entry("bz2", "application/x-bzip2"),
            entry("c", "text/x-c"),
            entry("conf", "text/plain"),
            entry("cpp", "text/x-c"),
            entry("css", "text/css"),
            entry("csv", "text/csv"),
            entry("deb", "application/vnd.debian.binary-package"),
            entry("dmg", "application/x-apple-diskimage"),
            entry("doc", "application/msword"),
            entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            entry("eml", "message/rfc822"),
            entry("epub", "application/epub+zip"),
            entry("exe", "application/vnd.microsoft.portable-executable"),
            entry("flac", "audio/flac"),
            entry("gif", "image/gif"),
            entry("go", "text/x-go"),
            entry("gz", "application/gzip"),
            entry("h", "text/x-c"),
            entry("heic", "image/heic"),
            entry("heif", "image/heif"),
            entry("htm", "text/html"),
            entry("html", "text/html"),
            entry("ico", "image/vnd.microsoft.icon"),
            entry("ics", "text/calendar"),
            entry("ini", "text/plain"),
            entry("iso", "application/x-iso9660-image"),
            entry("jar", "application/java-archive"),
            entry("java", "text/x-java"),
            entry("jpeg", "image/jpeg"),
            entry("jpg", "image/jpeg"),
            entry("js", "text/javascript"),
            entry("json", "application/json"),
            entry("log", "text/plain"),
            entry("m4a", "audio/mp4"),
            entry("m4v", "video/mp4"),
            entry("markdown", "text/markdown"),
            entry("md", "text/markdown"),
            entry("mid", "audio/midi"),
            entry("mjs", "text/javascript"),
            entry("mkv", "video/x-matroska"),
            entry("mov", "video/quicktime"),
            entry("mp3", "audio/mpeg"),
            entry("mp4", "video/mp4"),
            entry("mpeg", "video/mpeg"),
            entry("mpg", "video/mpeg"),
            entry("msg", "application/vnd.ms-outlook"),
            entry("msi", "application/x-msi"),
            entry("odp", "application/vnd.oasis.opendocument.presentation"),
            entry("ods", "application/vnd.oasis.opendocument.spreadsheet"),
            entry("odt", "application/vnd.oasis.opendocument.text"),
            entry("oga", "audio/ogg"),
            entry("ogg", "audio/ogg"),
            entry("ogv", "video/ogg"),
            entry("opus", "audio/ogg"),
            entry("otf", "font/otf"),
            entry("pdf", "application/pdf"),
            entry("php", "text/x-php"),
            entry("png", "image/png"),
            entry("ppt", "application/vnd.ms-powerpoint"),
            entry("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
            entry("ps", "application/postscript"),
            entry("psd", "image/vnd.adobe.photoshop"),
            entry("py", "text/x-python"),
            entry("rar", "application/vnd.rar"),
            entry("rb", "text/x-ruby"),
            entry("rpm", "application/x-rpm"),
            entry("rs", "text/x-rust"),
            entry("rtf", "application/rtf"),
            entry("sh", "application/x-sh"),
            entry("sql", "application/sql"),
            entry("svg", "image/svg+xml"),
            entry("tar", "application/x-tar"),
            entry("tgz", "application/gzip"),
            entry("tif", "image/tiff"),
            entry("tiff", "image/tiff"),
            entry("toml", "application/toml"),
            entry("ts", "text/x-typescript"),
            entry("tsv", "text/tab-separated-values"),
            entry("ttf", "font/ttf"),
            entry("txt", "text/plain"),
            entry("vcf", "text/vcard"),
            entry("wav", "audio/wav"),
            entry("weba", "audio/webm"),
            entry("webm", "video/webm"),
            entry("webp", "image/webp"),
            entry("wma", "audio/x-ms-wma"),
            entry("wmv", "video/x-ms-wmv"),
            entry("woff", "font/woff"),
            entry("woff2", "font/woff2"),
            entry("xhtml", "application/xhtml+xml"),
            entry("xls", "application/vnd.ms-excel"),
            entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            entry("xml", "application/xml"),
            entry("xz", "application/x-xz"),
            entry("yaml", "application/yaml"),
            entry("yml", "application/yaml"),
            entry("zip", "application/zip"),
            entry("zst", "application/zstd"));

    static String of(String name) {
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return name.contains(".") ? BY_EXTENSION.getOrDefault(extension, UNKNOWN) : UNKNOWN;
    }

    /**
     * The type of a file that gets another name: a name that says something else than the one before decides, else the type
     * stays as its writer declared it.
     *
     * @param type null for a folder, which has none
     */
    static @Nullable String renamed(@Nullable String type, String before, String after) {
        String says = of(after);
        return type == null || says.equals(of(before)) ? type : says;
    }

    private MediaTypes() {}
}
