package io.oxicloud.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxicloud.db.Database;
import io.oxicloud.db.Engine;
import io.oxicloud.db.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntitiesTest {
    @ParameterizedTest
    @EnumSource
    void everyEntityFitsItsTableAndTheInternalGroupIsThere(Engine engine) {
        try (Database database = TestDatabase.open(engine, Entities.CLASSES)) {
            var names = database.requests()
                    .read(
                            "test",
                            scope -> scope.session()
                                    .createSelectionQuery("from GroupEntity g", GroupEntity.class)
                                    .getResultStream()
                                    .map(group -> group.name)
                                    .toList());

            assertEquals(java.util.List.of("Internal"), names);
        }
    }
}
