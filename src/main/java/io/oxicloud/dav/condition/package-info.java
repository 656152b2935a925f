/** What a request wants to hold before anything is done for it: RFC 9110 section 13 and the If header of RFC 4918. */
@NullMarked
package io.oxicloud.dav.condition;

import org.jspecify.annotations.NullMarked;
