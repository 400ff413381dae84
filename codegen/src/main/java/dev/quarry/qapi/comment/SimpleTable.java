package dev.quarry.qapi.comment;

import java.util.ArrayList;
import java.util.List;

/** Reads a table whose columns are drawn with rows of equals signs. */
final class SimpleTable {
    private SimpleTable() {}

    /** Reads the table whose first rule is ahead. */
    static Block read(Lines lines) {
        List<Integer> starts = starts(lines.next());
        List<List<String>> rows = new ArrayList<>();
        int header = 0;
        while (lines.hasNext()) {
            String line = lines.next();
            if (!line.startsWith("==")) {
                rows.add(cells(line, starts));
            } else if (lines.peek(0).isBlank()) {
                break;
            } else {
                header = rows.size();
            }
        }
        return new Block.Table(header, rows);
    }

    private static List<Integer> starts(String rule) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < rule.length(); i++) {
            if (rule.charAt(i) == '=' && (i == 0 || rule.charAt(i - 1) == ' ')) {
                starts.add(i);
            }
        }
        return starts;
    }

    private static List<String> cells(String line, List<Integer> starts) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            int from = Math.min(starts.get(i), line.length());
            int to = i + 1 < starts.size() ? Math.min(starts.get(i + 1), line.length()) : -1;
            cells.add((to < 0 ? line.substring(from) : line.substring(from, to)).strip());
        }
        return List.copyOf(cells);
    }
}
