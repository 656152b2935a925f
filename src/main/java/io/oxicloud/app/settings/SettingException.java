package io.oxicloud.app.settings;

/** A setting cannot be used; the message names its key and the place it came from, and no secret value. */
public final class SettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingException(String message) {
        super(message);
    }
}
