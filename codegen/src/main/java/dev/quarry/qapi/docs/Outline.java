package dev.quarry.qapi.docs;

/** An entry of a page's table of contents. */
record Outline(String id, String text, boolean isHeading) {}
