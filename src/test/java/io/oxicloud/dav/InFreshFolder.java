package io.oxicloud.dav;

import io.oxicloud.base.Actor;
import io.oxicloud.base.NodeId;
import io.oxicloud.db.Engine;
import io.oxicloud.files.TestFiles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Where many tests of the edge begin: Anna and Ben have accounts on one server, and each test has a new folder of Anna's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InFreshFolder {
    final TestFiles files = new TestFiles(Engine.H2);
    final ServedFiles served = new ServedFiles("/app", files);
    final Actor.User annaUser;
    final Actor.User benUser = served.account("ben", null, false);
    final DavClient anna = new DavClient(served.server, "/app", "anna");
    final DavClient ben = new DavClient(served.server, "/app", "ben");

    /** Its path below the context, without a slash at its end. */
    String folder = "";

    /** As an answer names it. */
    String href = "";

    NodeId id;
    /** How many there were, for names that only one test takes. */
    int folders;

    InFreshFolder() {
        this(null);
    }

    /** @param quotaBytes of Anna */
    InFreshFolder(@Nullable Long quotaBytes) {
        annaUser = served.account("anna", quotaBytes, false);
        id = files.home(annaUser);
    }

    @AfterAll
    final void close() {
        served.close();
    }

    @BeforeEach
    final void freshFolder() {
        String name = "t" + folders++;
        folder = "/webdav/" + name;
        href = "/app" + folder + "/";
        id = files.tree.createFolder(annaUser, files.home(annaUser), name).id();
    }
}
