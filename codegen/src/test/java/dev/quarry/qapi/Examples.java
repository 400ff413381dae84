package dev.quarry.qapi;

import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.model.Definition;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests in a definition's documentation. */
final class Examples {
    private static final Pattern REQUEST = Pattern.compile("\\{\\s*\"exec(ute|-oob)\"");
    private static final ObjectReader READER =
            new JsonMapper()
                    .readerFor(JsonNode.class)
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Examples() {}

    /** Those that are JSON; others leave something out, with dots mostly. */
    static List<JsonNode> requests(Definition definition) {
        List<JsonNode> requests = new ArrayList<>();
        for (DocPart part : definition.documentation().parts()) {
            Matcher request = REQUEST.matcher(part.text());
            while (request.find()) {
                json(part.text().substring(request.start())).ifPresent(requests::add);
            }
        }
        return requests;
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(READER.readTree(text));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
