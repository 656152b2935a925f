/** Files and folders: the tree, its names and history, and the way of bytes in and out of it. */
@NullMarked
package io.oxicloud.files;

import org.jspecify.annotations.NullMarked;
