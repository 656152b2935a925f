/** Benchmarks of the product's own classes: two arms, one run, and a gate that proves that both do the same. */
@NullMarked
package io.oxicloud.benchmarks;

import org.jspecify.annotations.NullMarked;
