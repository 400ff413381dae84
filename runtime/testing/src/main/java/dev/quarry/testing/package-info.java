/**
 * What the tests of every module share: the needs of a test that the machine may lack, and the seed
 * of a random test. Depends on JUnit alone, and nothing but tests depends on it. Stateless.
 */
@NullMarked
package dev.quarry.testing;

import org.jspecify.annotations.NullMarked;
