package io.oxicloud.app.launch;

/** The product cannot start, for a reason that the person at the keyboard can mend: its message is all they are shown. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }
}
