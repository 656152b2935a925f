package io.oxicloud.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the API document says of a body that its handler reads as a stream. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Takes {
    /** Media type. */
    String value();

    /** Of a form: the names of its fields, in the order in which they have to come. */
    String[] parts() default {};
}
