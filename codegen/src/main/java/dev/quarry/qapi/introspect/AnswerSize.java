package dev.quarry.qapi.introspect;

/**
 * How much there is in an answer, counting the members of each branch: in a source file a branch
 * has the union's members, too, and so a short answer could stand for sources without end.
 */
final class AnswerSize {
    private static final int LARGEST = 100_000;

    private long parts;

    /**
     * Counts elements, values or members.
     *
     * @throws IntrospectionException there are more than in any honest answer
     */
    void add(int more) {
        parts += more;
        if (isTooMuch()) {
            throw new IntrospectionException(
                    "with it, the answer has more than "
                            + LARGEST
                            + " elements, values and members, those of each branch counted");
        }
    }

    boolean isTooMuch() {
        return parts > LARGEST;
    }
}
