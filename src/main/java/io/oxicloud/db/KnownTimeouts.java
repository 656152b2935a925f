package io.oxicloud.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to H2 that are not told again how long a statement may take, if they know it. For one thread at a time each.
 *
 * <p>To H2 that time belongs to the session, and whoever sets it makes all sessions forget all statements that they have parsed.
 * Hibernate sets it for each statement, to the whole seconds that its transaction has left, which is the same almost always but
 * for one, and takes it away after each. Here it stays until the next one; each transaction sets its own.
 */
final class KnownTimeouts {
    private static final int NONE = 0;

    /** Seconds that a statement may take longer than was said. */
    private static final int TOLERATED = 1;

    private final Connection connection;

    private int seconds = NONE;

    private KnownTimeouts(Connection connection) {
        this.connection = connection;
    }

    static DataSource over(DataSource h2) {
        return proxy(DataSource.class, (unused, method, arguments) -> {
            Object result = call(h2, method, arguments);
            return result instanceof Connection made ? new KnownTimeouts(made).proxy() : result;
        });
    }

    private Connection proxy() {
        return proxy(Connection.class, (unused, method, arguments) -> {
            Object result = call(connection, method, arguments);
            return result instanceof PreparedStatement made ? proxy(made) : result;
        });
    }

    private PreparedStatement proxy(PreparedStatement statement) {
        return proxy(PreparedStatement.class, (unused, method, arguments) -> {
            if (method.getName().equals("getQueryTimeout")) {
                return seconds;
            }
            if (arguments == null || !method.getName().equals("setQueryTimeout")) {
                return call(statement, method, arguments);
            }
            int asked = (int) arguments[0];
            if (asked != NONE && (asked > seconds || asked < seconds - TOLERATED)) {
                call(statement, method, arguments);
                seconds = asked;
            }
            return null;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
