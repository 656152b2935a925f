package io.oxicloud.access;

import static io.oxicloud.access.Permission.COMMENT;
import static io.oxicloud.access.Permission.CREATE;
import static io.oxicloud.access.Permission.READ;
import static io.oxicloud.access.Permission.UPDATE;

import java.util.Set;

/**
 * What a grant makes of its subject: a fixed set of permissions. The order is from weak to strong and serves display only:
 * a contributor may create what a commenter may not, but not comment. Whoever holds several roles has all their permissions.
 */
public enum Role {
    VIEWER(PermissionSet.of(READ)),
    COMMENTER(PermissionSet.of(READ, COMMENT)),
    CONTRIBUTOR(PermissionSet.of(READ, CREATE)),
    EDITOR(PermissionSet.of(READ, COMMENT, CREATE, UPDATE)),
    OWNER(PermissionSet.of(Permission.values()));

    private final int bits;

    Role(int bits) {
        this.bits = bits;
    }

    public Set<Permission> permissions() {
        return PermissionSet.asSet(bits);
    }

    public boolean allows(Permission permission) {
        return PermissionSet.has(bits, permission);
    }

    int bits() {
        return bits;
    }
}
