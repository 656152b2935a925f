package io.oxicloud.db;

import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.bytecode.internal.none.BytecodeProviderImpl;
import org.hibernate.bytecode.spi.BytecodeProvider;
import org.hibernate.service.spi.ServiceContributor;

/**
 * Keeps Hibernate from writing classes at every start: proxies, for associations that our entities do not have, and readers
 * of fields, which reflection does as well. Found by Hibernate in {@code META-INF/services}.
 */
public final class NoBytecode implements ServiceContributor {
    @Override
    public void contribute(StandardServiceRegistryBuilder registry) {
        registry.addService(BytecodeProvider.class, new BytecodeProviderImpl());
    }
}
