package dev.quarry.qapi.model;

/** A feature that something announces. */
public record Feature(String name, Condition condition) {
    /** Whether the name has a meaning of its own: deprecated, unstable. */
    public boolean isSpecial() {
        return name.equals("deprecated") || name.equals("unstable");
    }
}
