/** What is kept in memory: single-flight caches bounded by count or bytes. The only package that knows Ehcache. */
@NullMarked
package io.oxicloud.cache;

import org.jspecify.annotations.NullMarked;
