@NullMarked
package dev.quarry.qapi.comment;

import org.jspecify.annotations.NullMarked;
