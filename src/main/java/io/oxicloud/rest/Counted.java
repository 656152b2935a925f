package io.oxicloud.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A resource whose calls count, all together and before anything of their bodies is read: no caller has more than so many. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Counted {
    /** Of the limit; no other has it. */
    String value();

    int perMinute();
}
