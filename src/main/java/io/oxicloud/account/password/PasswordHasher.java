package io.oxicloud.account.password;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Secret;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Makes and checks Argon2id password hashes (RFC 9106, version 0x13), a few at a time.
 *
 * <p>Thread-safe. A call costs tens to hundreds of milliseconds of one core and the memory of the settings: never make one
 * inside a transaction. Callers beyond the waiting line, or beyond their network's share of it, get BUSY with a retry-after.
 */
public final class PasswordHasher {
    /** Fewest UTF-8 bytes of a new password. */
    public static final int MIN_BYTES = 8;

    /** The line of those who are signed in already. */
    private static final String INSIDE = "";

    private static final int SALT_BYTES = 16;
    private static final int DIGEST_BYTES = 32;

    private final HashSettings settings;
    private final SecureRandom random;
    private final Turnstile turnstile;
    private final PhcHash nobody;
    private final LongAdder computed = new LongAdder();

    public PasswordHasher(HashSettings settings, SecureRandom random) {
        this.settings = settings;
        this.random = random;
        this.turnstile = new Turnstile(settings.concurrent(), settings.waiting(), Duration.ofSeconds(2));
        this.nobody = new PhcHash(
                settings.memoryKib(),
                settings.iterations(),
                settings.parallelism(),
                randomBytes(SALT_BYTES),
                randomBytes(DIGEST_BYTES));
    }

    /**
     * Hashes a new password with a salt of its own.
     *
     * @return a PHC string
     * @throws CloudException INVALID_INPUT if it is too short, too long or not text; BUSY
     */
    public String hash(Secret password) {
        byte[] bytes = PasswordText.bytes(password.reveal())
                .orElseThrow(() -> new CloudException(
                        ErrorCode.INVALID_INPUT,
                        "password: must be text of at most " + PasswordText.MAX_BYTES + " bytes"));
        if (bytes.length < MIN_BYTES) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "password: must have at least " + MIN_BYTES + " characters");
        }
        byte[] salt = randomBytes(SALT_BYTES);
        var unhashed = new PhcHash(
                settings.memoryKib(), settings.iterations(), settings.parallelism(), salt, new byte[DIGEST_BYTES]);
        byte[] digest = turnstile.pass(INSIDE, () -> compute(bytes, unhashed));
        return new PhcHash(unhashed.memoryKib, unhashed.iterations, unhashed.parallelism, salt, digest).encode();
    }

    /** What may be done while it is one's turn, on the thread whose turn it is. */
    public interface Turn {
        /**
         * Checks a password with the parameters the stored hash names.
         *
         * @param stored a PHC string; null, for an account without password or no account at all, is never right but takes as
         *     long, so that the answer's time does not tell who exists
         * @throws CloudException CORRUPT_CONTENT if the stored hash cannot be read
         */
        boolean verify(Secret password, @Nullable String stored);
    }

    /**
     * Waits for a turn and works in it. Who must ask something that others change in their turns asks it here: no more than
     * {@link HashSettings#concurrent} are in at once.
     *
     * @param network where the caller comes from; one network has a share of the waiting line only
     * @throws CloudException BUSY
     */
    public <T> T inTurn(String network, Function<Turn, T> work) {
        return turnstile.pass(network, () -> work.apply(this::check));
    }

    /** A turn for one check only. */
    public boolean verify(Secret password, @Nullable String stored, String network) {
        return inTurn(network, turn -> turn.verify(password, stored));
    }

    private boolean check(Secret password, @Nullable String stored) {
        PhcHash hash = stored == null
                ? nobody
                : PhcHash.parse(stored)
                        .orElseThrow(() ->
                                new CloudException(ErrorCode.CORRUPT_CONTENT, "a stored password hash is unreadable"));
        byte[] bytes = PasswordText.bytes(password.reveal()).orElse(null);
        byte[] digest = compute(bytes == null ? new byte[0] : bytes, hash);
        return MessageDigest.isEqual(digest, hash.digest()) && bytes != null && stored != null;
    }

    /** Hashes computed since the start, wrong and right, for figures and tests. */
    public long computed() {
        return computed.sum();
    }

    private byte[] compute(byte[] password, PhcHash like) {
        computed.increment();
        var argon2 = new Argon2BytesGenerator();
        argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(like.memoryKib)
                .withIterations(like.iterations)
                .withParallelism(like.parallelism)
                .withSalt(like.salt())
                .build());
        byte[] digest = new byte[like.digest().length];
        argon2.generateBytes(password, digest);
        return digest;
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
