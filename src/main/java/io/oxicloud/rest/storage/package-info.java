/** How administrators see and rule the storage of contents. */
@NullMarked
package io.oxicloud.rest.storage;

import org.jspecify.annotations.NullMarked;
