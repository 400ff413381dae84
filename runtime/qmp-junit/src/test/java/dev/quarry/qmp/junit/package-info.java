/** Tests of the fake QEMU, by clients of quarry-qmp and byte by byte. */
@NullMarked
package dev.quarry.qmp.junit;

import org.jspecify.annotations.NullMarked;
