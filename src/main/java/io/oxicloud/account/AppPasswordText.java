package io.oxicloud.account;

import io.oxicloud.base.Secret;
import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * What an app password looks like: {@code oxicloud-} and 32 letters and digits, some 190 bits of chance, so that guessing one
 * is hopeless. Its first 17 characters find its row and are shown to its owner.
 */
final class AppPasswordText {
    private static final String START = "oxicloud-";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int RANDOM_LENGTH = 32;
    private static final int PREFIX_LENGTH = 17;
    private static final Pattern FORM = Pattern.compile("oxicloud-[A-Za-z0-9]{32}");

    private AppPasswordText() {}

    static Secret random(SecureRandom random) {
        var text = new StringBuilder(START);
        for (int i = 0; i < RANDOM_LENGTH; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new Secret(text.toString());
    }

    static boolean isOne(Secret password) {
        return FORM.matcher(password.reveal()).matches();
    }

    static String prefix(Secret appPassword) {
        return appPassword.reveal().substring(0, PREFIX_LENGTH);
    }
}
