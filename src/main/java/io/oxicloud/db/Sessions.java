package io.oxicloud.db;

import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** Starts Hibernate: no persistence.xml, no scanning, no second-level cache, no schema changes. */
final class Sessions {
    private Sessions() {}

    static SessionFactory create(
            DataSource source, List<Class<?>> entities, StatementCounter counter, boolean validate) {
        StatementInspector inspector = counter::inspect;
        var configuration = new HibernatePersistenceConfiguration("oxicloud");
        entities.forEach(configuration::managedClass);
        Map<String, Object> properties = Map.ofEntries(
                Map.entry("jakarta.persistence.nonJtaDataSource", source),
                Map.entry("jakarta.persistence.validation.mode", "none"),
                Map.entry("hibernate.classLoaders", List.of(Sessions.class.getClassLoader())),
                Map.entry(
                        "hibernate.transaction.jta.platform",
                        "org.hibernate.engine.transaction.jta.platform.internal.NoJtaPlatform"),
                Map.entry("hibernate.hbm2ddl.auto", validate ? "validate" : "none"),
                Map.entry("hibernate.jdbc.batch_size", 100),
                Map.entry("hibernate.order_inserts", true),
                Map.entry("hibernate.order_updates", true),
                Map.entry("hibernate.default_batch_fetch_size", 64),
                Map.entry("hibernate.jdbc.time_zone", "UTC"),
                Map.entry("hibernate.xml_mapping_enabled", false),
                Map.entry("hibernate.cache.use_second_level_cache", false),
                // PostgreSQL quotes row values in its messages, and an expected duplicate is no news
                Map.entry("hibernate.jdbc.log.errors", false),
                Map.entry("hibernate.jdbc.log.warnings", false),
                Map.entry("hibernate.session_factory.statement_inspector", inspector));
        properties.forEach(configuration::property);
        return configuration.createEntityManagerFactory();
    }
}
