package io.oxicloud.app;

/**
 * The product cannot start for a reason that whoever runs it can mend. The message is one clear sentence, and all that is
 * shown: there is no stack trace, since the fault is not in the code.
 */
final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message, null, false, false);
    }
}
