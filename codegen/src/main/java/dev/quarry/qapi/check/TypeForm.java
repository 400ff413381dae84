package dev.quarry.qapi.check;

import dev.quarry.qapi.syntax.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The use of a type as written: a name, a list of one name, or, until 2.3, members inline.
 *
 * @param name empty where the members are inline
 */
record TypeForm(String name, boolean array, @Nullable List<MemberForm> members) {

    static TypeForm read(Subject subject, @Nullable Value value, String what, boolean allowArray) {
        if (value instanceof Value.Text text) {
            return new TypeForm(text.text(), false, null);
        }
        if (value instanceof Value.Array array) {
            if (!allowArray) {
                throw subject.failure(what + " may not be an array");
            }
            return new TypeForm(elementName(subject, array.elements(), what), true, null);
        }
        throw subject.failure(what + " must be the name of a type");
    }

    private static String elementName(Subject subject, List<Value> elements, String what) {
        if (elements.size() == 1 && elements.get(0) instanceof Value.Text text) {
            return text.text();
        }
        throw subject.failure(what + ": an array type is a list of one type's name");
    }
}
