package dev.quarry.qapi.model;

import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.source.Location;

import java.util.List;

/**
 * A documentation comment that belongs to no definition: a chapter's heading, mostly.
 *
 * @param header the line that names a definition that is not there, as written; mostly empty
 */
public record FreeText(String header, List<DocPart> parts, Location location) {
    public FreeText {
        parts = List.copyOf(parts);
    }
}
