package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;

/**
 * An e-mail address that names an account.
 *
 * @param text as its owner writes it, in NFC
 * @param key what is unique and looked up: lower case, the domain in its ASCII form
 */
record EmailAddress(String text, String key) {
    private static final int MAX_LENGTH = 254;
    private static final String FORBIDDEN = "<>\"'\\ \t\r\n(),;";

    /** @throws CloudException INVALID_INPUT naming what is wrong with it */
    static EmailAddress parse(String given) {
        String text = Normalizer.normalize(given.strip(), Normalizer.Form.NFC);
        int at = text.indexOf('@');
        String domain = text.substring(at + 1);
        if (at < 1 || domain.indexOf('@') >= 0) {
            throw invalid("must have one @ between a name and a domain");
        }
        if (domain.indexOf('.') < 1 || domain.endsWith(".")) {
            throw invalid("the domain must contain a dot");
        }
        if (text.chars().anyMatch(EmailAddress::isForbidden) || !Text.isWellFormed(text)) {
            throw invalid("contains a character that is not allowed");
        }
        String key = text.substring(0, at).toLowerCase(Locale.ROOT) + "@" + asciiDomain(domain);
        if (text.length() > MAX_LENGTH || key.length() > MAX_LENGTH) {
            throw invalid("must have at most " + MAX_LENGTH + " characters");
        }
        return new EmailAddress(text, key);
    }

    private static String asciiDomain(String domain) {
        try {
            return IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "email: not a domain name", e);
        }
    }

    private static boolean isForbidden(int character) {
        return character < 0x20 || character == 0x7f || FORBIDDEN.indexOf(character) >= 0;
    }

    private static CloudException invalid(String what) {
        return new CloudException(ErrorCode.INVALID_INPUT, "email: " + what);
    }
}
