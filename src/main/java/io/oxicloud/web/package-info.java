/** Pages for people: set-up, sign-in, start page, and the files those need. */
@NullMarked
package io.oxicloud.web;

import org.jspecify.annotations.NullMarked;
