package io.oxicloud.drive;

import io.oxicloud.access.Permission;
import io.oxicloud.access.PermissionMatrix;
import io.oxicloud.access.PermissionMatrix.Door;
import io.oxicloud.access.PermissionMatrix.Outcome;
import io.oxicloud.access.PermissionMatrix.Square;
import io.oxicloud.access.PermissionMatrix.Thing;
import io.oxicloud.access.PermissionMatrix.Who;
import io.oxicloud.access.Resource;
import io.oxicloud.access.Role;
import io.oxicloud.access.Subject;
import io.oxicloud.base.Actor;
import io.oxicloud.db.Engine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method of {@link Drives} and {@link DriveMembers} that names a drive, as everybody. */
@ParameterizedClass
@EnumSource(Engine.class)
class DrivesMatrixTest {
    private final DriveGround ground;
    private final PermissionMatrix matrix;
    private final Actor.User owner;
    private final Actor.User someone;

    DrivesMatrixTest(Engine engine) {
        ground = new DriveGround(engine);
        matrix = new PermissionMatrix(ground.ground);
        owner = ground.ground.user();
        someone = ground.ground.user();
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void whatAMemberMayDoFollowsFromTheRole() {
        Subject subject = Subject.of(someone.id());

        matrix.check(
                this::fresh,
                List.of(
                        Door.needing(
                                Permission.READ, "members", (actor, drive) -> ground.members.list(actor, drive.id())),
                        Door.needing(
                                Permission.MANAGE,
                                "rename",
                                (actor, drive) -> ground.drives.rename(actor, drive.id(), "Crew")),
                        Door.needing(
                                Permission.MANAGE, "delete", (actor, drive) -> ground.drives.delete(actor, drive.id())),
                        Door.needing(
                                Permission.MANAGE,
                                "set member",
                                (actor, drive) -> ground.members.set(actor, drive.id(), subject, Role.EDITOR, null)),
                        Door.needing(
                                Permission.MANAGE,
                                "remove member",
                                (actor, drive) -> ground.members.remove(actor, drive.id(), subject))));
    }

    @Test
    void whatIsReadableIsSoForUsersOnly() {
        matrix.check(
                this::fresh,
                List.of(
                        new Door<>(
                                "get",
                                square -> square.who() == Who.JOB ? Outcome.UNAUTHENTICATED : readable(square),
                                (actor, drive) -> ground.drives.get(actor, drive.id())),
                        new Door<>(
                                "select",
                                square -> isUser(square) ? readable(square) : Outcome.UNAUTHENTICATED,
                                (actor, drive) ->
                                        ground.drives.select(actor, drive.id().toString()))));
    }

    @Test
    void administratorsRuleOverDrivesThatTheyDoNotSee() {
        matrix.check(
                this::fresh,
                List.of(
                        new Door<>(
                                "policies",
                                DrivesMatrixTest::ruled,
                                (actor, drive) -> ground.drives.setPolicies(actor, drive.id(), Map.of("x", true))),
                        new Door<>(
                                "quota",
                                DrivesMatrixTest::ruled,
                                (actor, drive) -> ground.drives.setQuota(actor, drive.id(), 1L)),
                        new Door<>(
                                "create",
                                square -> isUser(square) && !isRuler(square)
                                        ? Outcome.FORBIDDEN
                                        : isRuler(square) ? Outcome.DONE : Outcome.UNAUTHENTICATED,
                                (actor, drive) -> ground.drives.createShared(
                                        actor, new NewDrive("Other", Subject.of(owner.id()), null)))));
    }

    private Thing<DriveRow> fresh() {
        DriveRow drive = ground.shared("Team", owner);
        return new Thing<>(owner, Resource.of(drive.id()), drive);
    }

    private static Outcome readable(Square square) {
        return square.held().contains(Permission.READ) ? Outcome.DONE : Outcome.ABSENT;
    }

    private static Outcome ruled(Square square) {
        return isRuler(square) ? Outcome.DONE : Outcome.ABSENT;
    }

    private static boolean isRuler(Square square) {
        return square.who() == Who.ADMIN || square.who() == Who.JOB;
    }

    private static boolean isUser(Square square) {
        return square.who() != Who.ANONYMOUS && square.who() != Who.JOB;
    }
}
