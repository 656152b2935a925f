package io.oxicloud.account;

import io.oxicloud.base.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row of one account. */
@Entity
@Table(name = "cloud_user")
class UserEntity {
    @Id
    UUID id;

    @Nullable
    String username;

    @Column(name = "username_key")
    @Nullable
    String usernameKey;

    String email;

    @Column(name = "email_key")
    String emailKey;

    @Column(name = "password_hash")
    @Nullable
    String passwordHash;

    @Enumerated(EnumType.STRING)
    @Column(name = "user_role")
    UserView.Role role;

    boolean active;

    boolean external;

    /** Signing in takes more than a password. Nothing sets it yet; every rule already asks. */
    @Column(name = "second_factor")
    boolean secondFactor;

    /** Signs in at another server only; its password, if any, does not count. */
    @Column(name = "sso_only")
    boolean ssoOnly;

    @Column(name = "quota_bytes")
    long quotaBytes;

    @Column(name = "credential_stamp")
    long credentialStamp;

    @Column(name = "email_verified_at")
    @Nullable
    Instant emailVerifiedAt;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "updated_at")
    Instant updatedAt;

    @Column(name = "last_login_at")
    @Nullable
    Instant lastLoginAt;

    @Version
    long version;

    @SuppressWarnings("NullAway.Init") // Hibernate and Users fill the fields
    UserEntity() {}

    UserId userId() {
        return new UserId(id);
    }

    boolean admin() {
        return role == UserView.Role.ADMIN;
    }

    UserView view() {
        return new UserView(
                userId(),
                username,
                email,
                role,
                quotaBytes,
                active,
                external,
                emailVerifiedAt,
                createdAt,
                updatedAt,
                lastLoginAt);
    }
}
