package io.oxicloud.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the API document says of a route beyond its signature; the status also takes effect. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Operation {
    /** One line for people. */
    String value();

    /** Of a successful answer; a method without result answers 204 whatever stands here. */
    int status() default 200;

    /** What a successful answer holds, where the method's own result type does not tell. */
    Class<?> body() default void.class;

    /** Beside those that every route has, and those that follow from a body or from the protection. */
    Failure[] failures() default {};

    /** Whether the caller must have signed in: an app password is not enough. The feature behind sees to it. */
    boolean session() default false;
}
