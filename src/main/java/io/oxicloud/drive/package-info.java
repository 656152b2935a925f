/** Drives, personal and shared: their members, policies and quota, and which of them somebody can read. */
@NullMarked
package io.oxicloud.drive;

import org.jspecify.annotations.NullMarked;
