package io.oxicloud.account;

/** What text must be before a database sees it: no NUL (PostgreSQL refuses it), no half surrogate pair (it changes it). */
final class Text {
    private Text() {}

    static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == 0 || Character.isLowSurrogate(unit)) {
                return false;
            }
            if (Character.isHighSurrogate(unit)) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
