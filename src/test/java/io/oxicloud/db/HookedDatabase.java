package io.oxicloud.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Deque;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to a database on which a test may step in before each statement and on both sides of each commit, and which it may
 * cut as the end of a process does: what was not committed is rolled back. Thread-safe.
 */
public final class HookedDatabase {
    /** What a test does at a call; may fail in its stead. */
    @FunctionalInterface
    public interface Hook {
        void at(String call);
    }

    private final OwnPool.Login login;
    private final Driver driver;
    private final Hook hook;
    private final Set<Connection> all = ConcurrentHashMap.newKeySet();
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    public HookedDatabase(DatabaseSource direct, Hook hook) {
        this.login = OwnPool.login(direct, DatabaseSettings.DEFAULTS);
        this.driver = driver(direct instanceof DatabaseSource.Url ? "org.postgresql.Driver" : "org.h2.Driver");
        this.hook = hook;
    }

    /** To be opened as any other. */
    public DatabaseSource source() {
        return new DatabaseSource.Container(
                proxy(DataSource.class, (method, arguments) -> {
                    if (!method.getName().equals("getConnection")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    hook.at("connect");
                    return hooked(connect());
                }),
                "jdbc/hooked");
    }

    /** Ends every connection without a word to the server. New ones may be made. */
    public void cut() {
        for (Connection connection : all) {
            try {
                connection.abort(Runnable::run);
                connection.close();
            } catch (SQLException e) {
                // it is gone already
            }
        }
        all.clear();
        idle.clear();
    }

    private Connection connect() throws SQLException {
        Connection known = idle.poll();
        if (known != null) {
            return known;
        }
        var properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password().reveal());
        Connection connection = driver.connect(login.url(), properties);
        all.add(connection);
        return connection;
    }

    private Connection hooked(Connection connection) {
        return proxy(Connection.class, (method, arguments) -> switch (method.getName()) {
            case "close" -> {
                if (all.contains(connection)) {
                    idle.push(connection);
                }
                yield null;
            }
            case "commit" -> {
                hook.at("commit");
                connection.commit();
                hook.at("committed");
                yield null;
            }
            case "createStatement" -> hooked(Statement.class, call(connection, method, arguments));
            case "prepareStatement" -> hooked(java.sql.PreparedStatement.class, call(connection, method, arguments));
            default -> call(connection, method, arguments);
        });
    }

    private <S> S hooked(Class<S> type, @Nullable Object statement) {
        return proxy(type, (method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                hook.at("statement");
            }
            return call(statement, method, arguments);
        });
    }

    private interface Calls {
        @Nullable
        Object answer(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader() == null ? HookedDatabase.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> arguments != null && self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> calls.answer(method, arguments);
                }));
    }

    private static @Nullable Object call(@Nullable Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Not through the JDK's list of drivers: a closed database has taken the driver out of it. */
    private static Driver driver(String name) {
        try {
            return Class.forName(name)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
