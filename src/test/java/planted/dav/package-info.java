/** Breaks the rules on purpose: the import-table test must find it. */
@NullMarked
package planted.dav;

import org.jspecify.annotations.NullMarked;
