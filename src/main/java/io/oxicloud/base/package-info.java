/** Vocabulary of the whole system: values only, no input or output. */
@NullMarked
package io.oxicloud.base;

import org.jspecify.annotations.NullMarked;
