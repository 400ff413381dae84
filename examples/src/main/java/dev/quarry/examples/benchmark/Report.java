package dev.quarry.examples.benchmark;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of all rows and servers, as a table for people and as JSON. */
final class Report {
    /** The server that all are compared with, where it is there. */
    static final String ANCHOR = "qsd tuned";

    private final Map<String, String> facts;
    private final List<String> servers;
    private final Map<Row, Map<String, Samples>> figures = new LinkedHashMap<>();

    Report(Map<String, String> facts, List<String> servers, List<Row> rows) {
        this.facts = facts;
        this.servers = servers;
        for (Row row : rows) {
            Map<String, Samples> cells = new LinkedHashMap<>();
            servers.forEach(server -> cells.put(server, new Samples()));
            figures.put(row, cells);
        }
    }

    void add(Row row, String server, double figure) {
        cell(row, server).add(figure);
    }

    /**
     * A table in Markdown: medians, with the least and the most, and quarryd against the anchor.
     */
    String table() {
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> lines.add("- " + name + ": " + value));
        lines.add("");
        lines.add("| | " + String.join(" | ", servers) + " | quarryd / " + ANCHOR + " |");
        lines.add("|---|" + "---:|".repeat(servers.size() + 1));
        figures.keySet().forEach(row -> lines.add(line(row)));
        return String.join("\n", lines) + "\n";
    }

    String json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("facts", facts);
        document.put("rows", figures.keySet().stream().map(this::object).toList());
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(document)
                + "\n";
    }

    private String line(Row row) {
        List<String> cells = new ArrayList<>();
        cells.add(row.label() + ", " + row.unit());
        servers.forEach(server -> cells.add(text(cell(row, server))));
        cells.add(ratio(row));
        return "| " + String.join(" | ", cells) + " |";
    }

    private Map<String, Object> object(Row row) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("row", row.label());
        object.put("unit", row.unit());
        object.put("more-is-better", row.moreIsBetter());
        for (String server : servers) {
            Samples samples = cell(row, server);
            if (!samples.isEmpty()) {
                object.put(
                        server,
                        Map.of(
                                "median", samples.median(),
                                "min", samples.least(),
                                "max", samples.most()));
            }
        }
        return object;
    }

    private static String text(Samples samples) {
        if (samples.isEmpty()) {
            return "";
        }
        String range = "[%s–%s]".formatted(number(samples.least()), number(samples.most()));
        return number(samples.median()) + (samples.count() > 1 ? " " + range : "");
    }

    private String ratio(Row row) {
        if (!servers.contains(ANCHOR)) {
            return "";
        }
        Samples ours = cell(row, servers.getFirst());
        Samples theirs = cell(row, ANCHOR);
        return ours.isEmpty() || theirs.isEmpty() || theirs.median() == 0
                ? ""
                : String.format(Locale.ROOT, "%.2f", ours.median() / theirs.median());
    }

    private Samples cell(Row row, String server) {
        Samples samples = figures.getOrDefault(row, Map.of()).get(server);
        if (samples == null) {
            throw new IllegalArgumentException(row.label() + " of " + server + " is not measured");
        }
        return samples;
    }

    private static String number(double figure) {
        return String.format(Locale.ROOT, figure < 10 && figure != 0 ? "%.2f" : "%,.0f", figure);
    }
}
