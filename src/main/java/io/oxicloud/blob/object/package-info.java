/** What all object stores have in common: where blobs lie in them, how they are put and read, and what failures mean. */
@NullMarked
package io.oxicloud.blob.object;

import org.jspecify.annotations.NullMarked;
