/** A folder as it was at some time, told from the history and made again. */
@NullMarked
package io.oxicloud.files.rewind;

import org.jspecify.annotations.NullMarked;
