/** Tests of the client, against scripted servers and the real peer. */
@NullMarked
package dev.quarry.qmp.client;

import org.jspecify.annotations.NullMarked;
