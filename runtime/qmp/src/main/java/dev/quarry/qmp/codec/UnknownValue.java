package dev.quarry.qmp.codec;

/**
 * A value that this schema's enumeration does not have, as a newer server may send.
 *
 * @param wireName the value as received
 * @param <E> the enumeration
 */
public record UnknownValue<E extends OpenEnum<E>>(String wireName) implements OpenEnum<E> {
    @Override
    public E known() {
        throw new IllegalStateException("'" + wireName + "' is newer than this schema");
    }

    @Override
    public boolean isKnown() {
        return false;
    }
}
