package dev.quarry.qapi.introspect;

/** What the types of the answer are called in the model. */
interface Naming {
    /** The names of the answer itself. */
    Naming AS_ANSWERED =
            new Naming() {
                @Override
                public String ofType(String answered) {
                    return answered;
                }

                @Override
                public boolean isNothing(String answered) {
                    return false;
                }

                @Override
                public String ofAlternative(String answered) {
                    return answered;
                }
            };

    /** The name of a type. */
    String ofType(String answered);

    /** Whether the type stands for no arguments, no result, no data, no members of a branch. */
    boolean isNothing(String answered);

    /** The name of an alternate's branch of that type, which no answer tells. */
    String ofAlternative(String answered);
}
