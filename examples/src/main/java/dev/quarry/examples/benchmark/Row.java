package dev.quarry.examples.benchmark;

import java.util.OptionalDouble;

/**
 * One measured thing.
 *
 * @param label what is done
 * @param unit of the figures
 * @param moreIsBetter false for times and sizes
 * @param load measures one server once; empty where it can't do it
 */
record Row(String label, String unit, boolean moreIsBetter, Load load) {
    /** A measurement of one server. */
    interface Load {
        OptionalDouble run(Site site);
    }
}
