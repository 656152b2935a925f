package io.oxicloud.db;

import io.oxicloud.base.Secret;
import java.nio.file.Path;
import javax.sql.DataSource;

/** Where the database is. */
public sealed interface DatabaseSource {
    /** How messages name the place; holds no secret. */
    String describe();

    /**
     * An H2 database of one process.
     *
     * @param file without the {@code .mv.db} that H2 appends; its folder must exist
     */
    record H2File(Path file) implements DatabaseSource {
        @Override
        public String describe() {
            return "H2 database " + file.toAbsolutePath() + ".mv.db";
        }
    }

    /**
     * A PostgreSQL server.
     *
     * @param url {@code jdbc:postgresql:…}; what it sets itself wins over our own connection parameters
     */
    record Url(String url, String user, Secret password) implements DatabaseSource {
        /** Everything after the question mark may be a secret. */
        @Override
        public String describe() {
            return "database " + url.split("\\?", 2)[0] + " as user " + user;
        }

        @Override
        public String toString() {
            return "Url[" + describe() + "]";
        }
    }

    /** A DataSource of the container; its pool is the container's, our share of it is bounded by permits. */
    record Container(DataSource dataSource, String jndiName) implements DatabaseSource {
        @Override
        public String describe() {
            return "DataSource " + jndiName;
        }
    }

    /** An H2 database in memory, for tests and benchmarks; gone when it is closed. */
    record H2Memory(String name) implements DatabaseSource {
        @Override
        public String describe() {
            return "H2 database in memory " + name;
        }
    }
}
