/** Ground of persistence: database, transactions, and what several nodes share through rows. */
@NullMarked
package io.oxicloud.db;

import org.jspecify.annotations.NullMarked;
