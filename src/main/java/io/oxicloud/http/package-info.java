/**
 * What every edge that takes or serves bytes has in common (RFC 9110): conditions, ranges, bodies, and headers under which what
 * users store is harmless. Knows no protocol above HTTP, no servlet and no feature.
 */
@NullMarked
package io.oxicloud.http;

import org.jspecify.annotations.NullMarked;
