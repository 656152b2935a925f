package io.oxicloud.files.session;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import io.oxicloud.base.Hash;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** What the sender says that the digest of some bytes is. Against faults of the way, not against people. */
public final class Checksum {
    private enum Algorithm {
        MD5(16, "MD5"),
        SHA256(32, "SHA-256"),
        /** The one that the store takes anyway. */
        BLAKE3(32, "");

        private final int length;
        private final String java;

        Algorithm(int length, String java) {
            this.length = length;
            this.java = java;
        }

        static Algorithm of(String name) {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "md5" -> MD5;
                case "sha256", "sha-256" -> SHA256;
                case "blake3" -> BLAKE3;
                default ->
                    throw new CloudException(
                            ErrorCode.INVALID_INPUT, "checksumalg: must be md5, sha256, sha-256 or blake3");
            };
        }
    }

    private final Algorithm algorithm;
    private final byte[] said;

    private Checksum(Algorithm algorithm, byte[] said) {
        if (said.length != algorithm.length) {
            throw new CloudException(
                    ErrorCode.INVALID_INPUT, "checksum: must be " + algorithm.length + " bytes for this checksumalg");
        }
        this.algorithm = algorithm;
        this.said = said.clone();
    }

    /**
     * @param algorithm md5, sha256, sha-256 or blake3
     * @throws CloudException INVALID_INPUT if it is none of these, or not so many hexadecimal digits
     */
    public static Checksum parse(String algorithm, String hex) {
        Algorithm named = Algorithm.of(algorithm);
        try {
            return new Checksum(named, HexFormat.of().parseHex(hex));
        } catch (IllegalArgumentException e) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "checksum: must be hexadecimal digits", e);
        }
    }

    /** As the header Content-MD5 has it, decoded. */
    public static Checksum md5(byte[] digest) {
        return new Checksum(Algorithm.MD5, digest);
    }

    /** Reads along. For one stream. */
    Check begin(InputStream bytes) {
        return new Check(bytes);
    }

    /** Bytes being read, and what is said of them. */
    final class Check {
        private final InputStream bytes;

        private Check(InputStream bytes) {
            this.bytes = algorithm == Algorithm.BLAKE3 ? bytes : new DigestInputStream(bytes, digest());
        }

        InputStream bytes() {
            return bytes;
        }

        /**
         * At the end of the stream.
         *
         * @param content what the store says
         * @throws CloudException INVALID_INPUT if they are others
         */
        void require(Hash content) {
            byte[] found = bytes instanceof DigestInputStream read
                    ? read.getMessageDigest().digest()
                    : content.bytes();
            if (!Arrays.equals(found, said)) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT,
                        "the checksum does not match: the bytes have "
                                + HexFormat.of().formatHex(found));
            }
        }
    }

    private MessageDigest digest() {
        try {
            return MessageDigest.getInstance(algorithm.java);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm.java, e);
        }
    }
}
