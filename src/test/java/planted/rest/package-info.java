/** Breaks the rules on purpose: the import-table test must find it. */
@NullMarked
package planted.rest;

import org.jspecify.annotations.NullMarked;
