/** The properties of files and folders: which there are, what each needs to be read, and how it is written. */
@NullMarked
package io.oxicloud.dav.property;

import org.jspecify.annotations.NullMarked;
