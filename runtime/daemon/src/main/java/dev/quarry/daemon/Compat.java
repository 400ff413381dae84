package dev.quarry.daemon;

import dev.quarry.qmp.codec.Conditions;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The dialects that {@code --compat} chooses from: each is a set of schema conditions. */
enum Compat {
    /** Everything Quarry has, its extensions and the 2014 form of {@code blockdev-add} included. */
    NATIVE("native"),

    /** What QEMU 7.2's storage daemon takes and answers, and no more. */
    QEMU_7_2("qemu-7.2");

    private final String optionValue;

    Compat(String optionValue) {
        this.optionValue = optionValue;
    }

    /** The schema conditions that hold in this dialect. */
    Conditions conditions() {
        return isNative() ? Conditions.of("QUARRY_NATIVE") : Conditions.none();
    }

    /** Whether the extensions are on. */
    boolean isNative() {
        return this == NATIVE;
    }

    /**
     * The dialect of that name.
     *
     * @throws CommandLineException naming the ones there are
     */
    static Compat of(String optionValue) {
        return Arrays.stream(values())
                .filter(compat -> compat.optionValue.equals(optionValue))
                .findFirst()
                .orElseThrow(() -> unknown(optionValue));
    }

    private static CommandLineException unknown(String optionValue) {
        String names =
                Arrays.stream(values()).map(c -> c.optionValue).collect(Collectors.joining(" or "));
        return new CommandLineException("--compat takes " + names + ", not '" + optionValue + "'");
    }
}
