package io.oxicloud.access;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Sets of permissions as bits, and each of the 128 as one shared immutable set, so that a decision allocates nothing. */
final class PermissionSet {
    static final int NONE = 0;
    static final int ALL = (1 << Permission.values().length) - 1;

    private static final Permission[] PERMISSIONS = Permission.values();

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type cannot be made otherwise
    private static final Set<Permission>[] SETS = new Set[ALL + 1];

    static {
        for (int bits = 0; bits <= ALL; bits++) {
            EnumSet<Permission> set = EnumSet.noneOf(Permission.class);
            for (Permission permission : PERMISSIONS) {
                if (has(bits, permission)) {
                    set.add(permission);
                }
            }
            SETS[bits] = Collections.unmodifiableSet(set);
        }
    }

    private PermissionSet() {}

    static int of(Permission... permissions) {
        int bits = NONE;
        for (Permission permission : permissions) {
            bits |= permission.bit();
        }
        return bits;
    }

    static boolean has(int bits, Permission permission) {
        return (bits & permission.bit()) != 0;
    }

    static Set<Permission> asSet(int bits) {
        return SETS[bits];
    }
}
