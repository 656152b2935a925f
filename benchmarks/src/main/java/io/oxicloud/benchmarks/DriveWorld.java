package io.oxicloud.benchmarks;

import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.base.DriveId;
import io.oxicloud.drive.NewDrive;
import java.util.ArrayList;
import java.util.List;

/**
 * Users with three drives each: their own, one they edit, one they view. Made through the product's doors.
 *
 * @param owner owns the shared drives
 * @param edited the first user's
 */
record DriveWorld(List<Actor.User> users, Actor.User owner, DriveId edited) {
    static final String OWN = "Personal";
    static final String EDITED = "Equipo Diseño";
    static final String VIEWED = "Archivo 2026";
    private static final int USERS_PER_DRIVE = 10;

    static DriveWorld make(Product product, int count) {
        Actor.User owner = product.user("owner");
        List<Actor.User> users = new ArrayList<>();
        List<DriveId> edited = new ArrayList<>();
        List<DriveId> viewed = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i % USERS_PER_DRIVE == 0) {
                edited.add(shared(product, owner, EDITED));
                viewed.add(shared(product, owner, VIEWED));
            }
            Actor.User user = product.user("user-" + i);
            users.add(user);
            product.members().set(owner, edited.get(i / USERS_PER_DRIVE), Subject.of(user.id()), Role.EDITOR, null);
            product.members().set(owner, viewed.get(i / USERS_PER_DRIVE), Subject.of(user.id()), Role.VIEWER, null);
        }
        return new DriveWorld(List.copyOf(users), owner, edited.get(0));
    }

    private static DriveId shared(Product product, Actor.User owner, String name) {
        var wanted = new NewDrive(name, Subject.of(owner.id()), null);
        return product.drives().createShared(Product.ADMIN, wanted).id();
    }
}
