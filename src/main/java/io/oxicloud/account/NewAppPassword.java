package io.oxicloud.account;

import io.oxicloud.base.CloudException;
import io.oxicloud.base.ErrorCode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An app password to be made.
 *
 * @param label for its owner to know it by; 1 to 255 characters
 * @param scopes what it may be used for; at least one
 * @param life from now; null for ever
 */
public record NewAppPassword(
        String label, Set<Scope> scopes, @Nullable Duration life) {
    private static final int MAX_LABEL = 255;
    private static final Duration MAX_LIFE = Duration.ofDays(36_500);

    /** @throws CloudException INVALID_INPUT naming what is wrong */
    public NewAppPassword {
        label = label.strip();
        scopes = Set.copyOf(scopes);
        if (label.isEmpty() || label.length() > MAX_LABEL || !Text.isWellFormed(label)) {
            throw invalid("label: must have 1 to " + MAX_LABEL + " characters");
        }
        if (scopes.isEmpty()) {
            throw invalid("scopes: name at least one of " + Scope.format(Scope.ALL));
        }
        if (life != null && (life.compareTo(Duration.ofSeconds(1)) < 0 || life.compareTo(MAX_LIFE) > 0)) {
            throw invalid("expires_in_days: must be from 1 to " + MAX_LIFE.toDays());
        }
    }

    private static CloudException invalid(String message) {
        return new CloudException(ErrorCode.INVALID_INPUT, message);
    }
}
