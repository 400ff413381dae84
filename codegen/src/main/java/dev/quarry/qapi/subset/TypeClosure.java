package dev.quarry.qapi.subset;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Types, and every type that they are made of. */
public final class TypeClosure {
    private final Set<String> names = new LinkedHashSet<>();
    private final Deque<SchemaType> open = new ArrayDeque<>();

    /** Adds the type, if there is one, and what it is made of. */
    public void add(@Nullable TypeRef type) {
        if (type != null) {
            add(type.type());
        }
    }

    /** Adds a type and what it is made of. */
    public void add(SchemaType type) {
        claim(type);
        while (!open.isEmpty()) {
            parts(open.remove()).map(TypeRef::type).forEach(this::claim);
        }
    }

    private void claim(SchemaType type) {
        if (names.add(type.name())) {
            open.add(type);
        }
    }

    /** Whether the type is one of them. */
    public boolean contains(SchemaType type) {
        return names.contains(type.name());
    }

    private static Stream<TypeRef> parts(SchemaType type) {
        if (type instanceof ArrayType array) {
            return Stream.of(array.element());
        }
        if (type instanceof AlternateType alternate) {
            return alternate.branches().stream().map(Branch::type);
        }
        if (type instanceof ObjectType object) {
            List<TypeRef> parts = new ArrayList<>();
            if (object.base() != null) {
                parts.add(object.base());
            }
            object.localMembers().forEach(m -> parts.add(m.type()));
            object.branches().forEach(b -> parts.add(b.type()));
            return parts.stream();
        }
        return Stream.of();
    }
}
