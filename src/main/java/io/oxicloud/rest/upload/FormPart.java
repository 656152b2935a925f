package io.oxicloud.rest.upload;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One field of a form.
 *
 * @param name empty if it has none
 * @param filename as the client calls it, folders included; null for a field that is no file
 * @param type as a Content-Type; null if it has none
 * @param bytes to be read once
 */
record FormPart(
        String name, @Nullable String filename, @Nullable String type, InputStream bytes) {
    static FormPart of(String disposition, @Nullable String type, InputStream bytes) {
        String name = "";
        String filename = null;
        for (HeadParameters.Parameter parameter : HeadParameters.of(disposition)) {
            switch (parameter.key()) {
                case "name" -> name = parameter.value();
                case "filename" -> filename = parameter.value();
                default -> {}
            }
        }
        return new FormPart(name, filename, type, bytes);
    }

    /**
     * The field as a short text.
     *
     * @throws CloudException INVALID_INPUT if it is longer than {@code most} bytes
     */
    String text(int most) throws IOException {
        byte[] value = bytes.readNBytes(most + 1);
        if (value.length > most) {
            throw new CloudException(ErrorCode.INVALID_INPUT, name + ": has more than " + most + " bytes");
        }
        return new String(value, StandardCharsets.UTF_8).strip();
    }

    /** What the file is called without the folders that it lay in, of whatever system. */
    String lastSegment(String otherwise) {
        String path = filename == null ? "" : filename;
        String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return last.isEmpty() ? otherwise : last;
    }
}
