/** Tests of the monitors: real sockets, a handful of commands made for the purpose, no disks. */
@NullMarked
package dev.quarry.daemon.qmp;

import org.jspecify.annotations.NullMarked;
