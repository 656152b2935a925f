package io.oxicloud.account.password;

import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stored Argon2id hash with the parameters it was made with: {@code $argon2id$v=19$m=65536,t=3,p=2$salt$hash}, the PHC
 * string format. Parameters out of reason are not read, so that a foreign row cannot claim the memory of the machine.
 */
final class PhcHash {
    static final int MAX_MEMORY_KIB = 1_048_576;
    static final int MAX_ITERATIONS = 64;
    static final int MAX_PARALLELISM = 16;

    private static final Pattern FORM = Pattern.compile("\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,2}),p=(\\d{1,2})"
            + "\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{22,86})");

    final int memoryKib;
    final int iterations;
    final int parallelism;
    private final byte[] salt;
    private final byte[] digest;

    PhcHash(int memoryKib, int iterations, int parallelism, byte[] salt, byte[] digest) {
        this.memoryKib = memoryKib;
        this.iterations = iterations;
        this.parallelism = parallelism;
        this.salt = salt.clone();
        this.digest = digest.clone();
    }

    /** Empty for anything that is not such a string. */
    static Optional<PhcHash> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        int memory = Integer.parseInt(form.group(1));
        int iterations = Integer.parseInt(form.group(2));
        int parallelism = Integer.parseInt(form.group(3));
        boolean bounded = parallelism >= 1
                && parallelism <= MAX_PARALLELISM
                && iterations >= 1
                && iterations <= MAX_ITERATIONS
                && memory >= 8 * parallelism
                && memory <= MAX_MEMORY_KIB;
        if (!bounded) {
            return Optional.empty();
        }
        try {
            byte[] salt = Base64.getDecoder().decode(form.group(4));
            byte[] digest = Base64.getDecoder().decode(form.group(5));
            return Optional.of(new PhcHash(memory, iterations, parallelism, salt, digest));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    byte[] salt() {
        return salt.clone();
    }

    byte[] digest() {
        return digest.clone();
    }

    /** The PHC string. */
    String encode() {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + memoryKib + ",t=" + iterations + ",p=" + parallelism + "$"
                + base64.encodeToString(salt) + "$" + base64.encodeToString(digest);
    }

    /** Without the digest: this ends up in logs. */
    @Override
    public String toString() {
        return "argon2id(m=" + memoryKib + ",t=" + iterations + ",p=" + parallelism + ", " + Arrays.hashCode(salt)
                + ")";
    }
}
