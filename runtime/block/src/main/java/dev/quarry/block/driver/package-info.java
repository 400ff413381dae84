/**
 * The drivers: one class each, and {@link dev.quarry.block.driver.BlockDrivers}, the one switch
 * from the schema's options to a driver.
 *
 * <p>May depend on the block layer, on {@code dev.quarry.posix}, on the packages of larger formats
 * and on the generated types. Threads: as {@link dev.quarry.block.BlockDriver} says.
 */
@NullMarked
package dev.quarry.block.driver;

import org.jspecify.annotations.NullMarked;
