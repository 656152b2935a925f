package io.oxicloud.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** This route needs no credentials, and looks at none. Every route without this mark is protected. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Public {}
