package io.oxicloud.drive;

import io.oxicloud.base.Actor;
import io.oxicloud.base.CloudException;
import io.oxicloud.base.DriveId;
import io.oxicloud.base.ErrorCode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policies of one drive, by key. Keys that this version does not know are kept for the one that does. Immutable.
 *
 * @param values only what was ever set
 */
public record Policies(Map<String, Boolean> values) {
    public static final Policies NONE = new Policies(Map.of());

    /** What a user's own drive begins with. */
    static final Policies OF_PERSONAL_DRIVE =
            new Policies(Map.of(Policy.INCLUDE_IN_PHOTO_INDEX.key(), true, Policy.INCLUDE_IN_MUSIC_INDEX.key(), true));

    private static final int MAX_KEYS = 64;
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]{0,63}");
    private static final Logger AUDIT = LoggerFactory.getLogger("audit.drive");

    public Policies {
        values = Map.copyOf(values);
    }

    public boolean has(Policy policy) {
        return values.getOrDefault(policy.key(), false);
    }

    /**
     * Lets pass unless the policy is set. A refusal is written to the audit log.
     *
     * @throws CloudException NOT_ALLOWED_HERE naming the policy
     */
    public void refuse(Policy policy, Actor actor, DriveId drive) {
        if (has(policy)) {
            AUDIT.info("drive.policy_denied actor={} policy={} drive={}", actor, policy.key(), drive);
            throw new CloudException(ErrorCode.NOT_ALLOWED_HERE, "a policy of this drive forbids it: " + policy.key());
        }
    }

    /**
     * Merge patch (RFC 7396): a null takes the key away, what is not named stays.
     *
     * @throws CloudException INVALID_INPUT for a key that cannot be one, or too many of them
     */
    Policies merge(Map<String, @Nullable Boolean> patch) {
        var merged = new TreeMap<>(values);
        patch.forEach((key, value) -> {
            if (!KEY.matcher(key).matches()) {
                throw new CloudException(
                        ErrorCode.INVALID_INPUT, "policies: a key has lower-case letters, digits and '_', 64 at most");
            }
            if (value == null) {
                merged.remove(key);
            } else {
                merged.put(key, value);
            }
        });
        if (merged.size() > MAX_KEYS) {
            throw new CloudException(ErrorCode.INVALID_INPUT, "policies: at most " + MAX_KEYS + " keys");
        }
        return new Policies(merged);
    }

    /** As stored: {@code forbid_sharing=true read_only=false}. */
    String encoded() {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }

    static Policies decode(String stored) {
        var values = new TreeMap<String, Boolean>();
        for (String pair : stored.isEmpty() ? new String[0] : stored.split(" ")) {
            int equals = pair.indexOf('=');
            values.put(pair.substring(0, equals), Boolean.valueOf(pair.substring(equals + 1)));
        }
        return new Policies(values);
    }
}
