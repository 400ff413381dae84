package dev.quarry.qapi.model;

/**
 * A branch of a union or an alternate.
 *
 * @param implied whether no expression wrote it: an empty branch for a value that has none
 */
public record Branch(String name, TypeRef type, Condition condition, boolean implied) {}
