/**
 * Many files as one ZIP archive, planned as a whole and then written as it is read. {@link io.oxicloud.files.zip.Archives} is the
 * door; the format is APPNOTE 6.3.10 with ZIP64 where it is needed.
 */
@NullMarked
package io.oxicloud.files.zip;

import org.jspecify.annotations.NullMarked;
