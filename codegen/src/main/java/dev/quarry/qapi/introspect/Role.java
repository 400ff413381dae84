package dev.quarry.qapi.introspect;

/** What a type is used for. */
enum Role {
    ARGUMENTS,
    RESULT,
    EVENT_DATA,
    BRANCH,
    MEMBER,
    ELEMENT,
    ALTERNATIVE
}
