package io.oxicloud.account.limit;

import java.time.Duration;

/**
 * How often things may be tried.
 *
 * @param login sign-ins with a password, per network
 * @param register set-ups and registrations, per network
 * @param refresh renewals of a session, per network
 * @param basic different Basic credentials that were wrong, per network; the window begins with the first
 * @param lockoutFailures wrong passwords in a row, per account and network, before it is blocked
 * @param lockoutTime how long that block lasts
 */
public record LimitSettings(
        Limit login, Limit register, Limit refresh, Limit basic, int lockoutFailures, Duration lockoutTime) {
    public static final LimitSettings DEFAULTS = new LimitSettings(
            new Limit("RATE_LIMIT_LOGIN", 10, Duration.ofMinutes(1)),
            new Limit("RATE_LIMIT_REGISTER", 5, Duration.ofHours(1)),
            new Limit("RATE_LIMIT_REFRESH", 20, Duration.ofMinutes(1)),
            new Limit("RATE_LIMIT_BASIC", 100, Duration.ofMinutes(15)),
            5,
            Duration.ofMinutes(15));

    public LimitSettings {
        if (lockoutFailures < 1) {
            throw new IllegalArgumentException("LOCKOUT_MAX_FAILURES must be at least 1, was " + lockoutFailures);
        }
        if (lockoutTime.compareTo(Duration.ofSeconds(1)) < 0 || lockoutTime.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("LOCKOUT_DURATION_SECS must be from 1 s to 1 day, was " + lockoutTime);
        }
    }

    /**
     * So many times in each window.
     *
     * @param name key of the setting without its ending; also names the counter
     */
    public record Limit(String name, int max, Duration window) {
        public Limit {
            if (max < 1) {
                throw new IllegalArgumentException(name + "_MAX must be at least 1, was " + max);
            }
            if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException(name + "_WINDOW_SECS must be from 1 s to 1 day, was " + window);
            }
        }
    }
}
