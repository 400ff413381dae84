/** Tests of reading what a server says of itself: answers as data, and servers that misbehave. */
@NullMarked
package dev.quarry.qapi.introspect;

import org.jspecify.annotations.NullMarked;
