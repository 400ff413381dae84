package dev.quarry.qapi;

import dev.quarry.qapi.syntax.Dialect;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that says which release's language a schema is in. */
final class DialectOption {
    @Option(
            names = "--dialect",
            defaultValue = "auto",
            converter = Converter.class,
            description =
                    "language of the schema: a release of QEMU such as 7.2, strictly, or auto for"
                            + " what any release accepts (default: ${DEFAULT-VALUE})")
    private Dialect dialect = Dialect.AUTO;

    Dialect dialect() {
        return dialect;
    }

    /** Reads the option's value; what is none is wrong usage. */
    static final class Converter implements ITypeConverter<Dialect> {
        @Override
        public Dialect convert(String value) {
            try {
                return Dialect.of(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
