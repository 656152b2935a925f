package io.oxicloud.db;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.query.CommonQueryContract;
import org.jspecify.annotations.Nullable;

/**
 * Values for the list of an {@code in}, as parameters of their own.
 *
 * <p>A parameter that is a list makes Hibernate translate the query anew at each call. Here the list is filled up to a power of
 * two with its last value again, so that a query has few texts, however many values come, and each is translated once.
 */
public final class ValueList {
    /** Values that one statement may take; PostgreSQL takes 65,535 parameters, and a plan does not get better with more. */
    public static final int MOST = 1_000;

    private final String name;
    private final List<?> values;

    private ValueList(String name, List<?> values) {
        this.name = name;
        this.values = values;
    }

    /**
     * @param name begins the names of the parameters: no other parameter of the query may begin with it and end in a number
     * @param values none is null; nothing is in an empty list
     */
    public static ValueList of(String name, Collection<?> values) {
        return new ValueList(name, List.copyOf(values));
    }

    /** For the text of the query, with its parentheses. */
    @Override
    public String toString() {
        return IntStream.range(0, parameters(values.size()))
                .mapToObj(i -> ":" + name + i)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Sets the parameters of a query that has this in its text. */
    public <Q extends CommonQueryContract> Q in(Q query) {
        for (int i = 0; i < parameters(values.size()); i++) {
            query.setParameter(name + i, at(values, i));
        }
        return query;
    }

    /** A power of two, and not one: Hibernate takes a single parameter for a list that has yet to come. */
    static int parameters(int values) {
        return values <= 2 ? 2 : Integer.highestOneBit(2 * values - 1);
    }

    static @Nullable Object at(List<?> values, int index) {
        return values.isEmpty() ? null : values.get(Math.min(index, values.size() - 1));
    }
}
