/** Composition root: puts the product together, starts and stops it, and is the only one who reads the surroundings. */
@NullMarked
package io.oxicloud.app;

import org.jspecify.annotations.NullMarked;
