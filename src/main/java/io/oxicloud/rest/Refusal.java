package io.oxicloud.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the API document says of a failure of a route that tells more than others of its kind. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Refusal {
    Failure of();

    /** Has what every failure has, and besides what may be absent. */
    Class<?> body();
}
