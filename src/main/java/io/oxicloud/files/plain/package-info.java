/** Drives as plain files in a folder of the system, and back: the way out, and the way in. */
@NullMarked
package io.oxicloud.files.plain;

import org.jspecify.annotations.NullMarked;
