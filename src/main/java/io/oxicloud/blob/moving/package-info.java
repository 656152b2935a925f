/** Two backends as one, while contents move from the one to the other. */
@NullMarked
package io.oxicloud.blob.moving;

import org.jspecify.annotations.NullMarked;
