package io.oxicloud.rest;

import io.oxicloud.account.UserView;
import io.oxicloud.base.Actor;
import io.oxicloud.drive.DriveKind;
import io.oxicloud.drive.DriveView;
import io.oxicloud.drive.Drives;

/** Shows accounts to the people they belong to, with how much of their quota is used. */
final class UserFigures {
    private final Drives drives;

    UserFigures(Drives drives) {
        this.drives = drives;
    }

    /** @param user who has just proved to be the one */
    UserDto of(UserView user) {
        var self = new Actor.User(user.id(), user.role() == UserView.Role.ADMIN, user.external());
        var used = drives.used(self);
        long own = drives.readable(self).stream()
                .filter(drive -> drive.kind() == DriveKind.PERSONAL && user.id().equals(drive.defaultFor()))
                .map(DriveView::id)
                .mapToLong(drive -> used.getOrDefault(drive, 0L))
                .sum();
        return UserDto.of(user, own);
    }
}
