package io.oxicloud.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A request that may be longer than others, since it lists what a large file is made of. It is parsed as it comes. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface LongBody {
    /** Bytes; a list of chunks of the longest files by default. */
    int MOST = 64 << 20;
}
