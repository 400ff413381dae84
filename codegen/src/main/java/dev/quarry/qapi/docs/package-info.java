/**
 * The reference manual: a static site that works without a server. HTML is written by one small
 * class that escapes everything it is given, so that no text of a schema can become markup; a
 * template engine would save nothing, as nearly all of a page is made of nested parts.
 *
 * <p>May depend on: {@code comment}, {@code model}, and {@code json} for the search index.
 *
 * <p>Threads: a manual is made by one thread.
 */
@NullMarked
package dev.quarry.qapi.docs;

import org.jspecify.annotations.NullMarked;
