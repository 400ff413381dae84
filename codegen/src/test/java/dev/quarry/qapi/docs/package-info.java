@NullMarked
package dev.quarry.qapi.docs;

import org.jspecify.annotations.NullMarked;
