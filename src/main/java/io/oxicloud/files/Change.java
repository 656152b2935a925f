package io.oxicloud.files;

import io.oxicloud.access.Access;
import io.oxicloud.access.Rights;
import io.oxicloud.base.Actor;
import io.oxicloud.base.UserId;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** A change about to be made: who wants it, with which rights, and when. Made before its transaction, where rights load. */
record Change(Actor actor, Rights rights, Stamp stamp) {
    static Change by(Actor actor, Access access, Clock clock) {
        UserId user = actor instanceof Actor.User signedIn ? signedIn.id() : null;
        var stamp = new Stamp(user, clock.instant().truncatedTo(ChronoUnit.MICROS));
        return new Change(actor, access.rights(actor), stamp);
    }
}
