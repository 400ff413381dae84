/** Tests of the shell, with a fake QEMU. */
@NullMarked
package dev.quarry.shell;

import org.jspecify.annotations.NullMarked;
