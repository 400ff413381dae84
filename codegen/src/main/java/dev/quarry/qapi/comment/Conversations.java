package dev.quarry.qapi.comment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Parts the lines of a section of examples into conversations and the text between them. */
final class Conversations {
    private static final Pattern OPENS = Pattern.compile("\\s*(->|<-|\\{).*");
    private static final Pattern CONTINUES =
            Pattern.compile("\\s*(->|<-|[\\]\\[{}\"]).*|\\s+\\S.*");

    private final List<String> lines;
    private final int depth;
    private final List<Block> blocks = new ArrayList<>();
    private final List<String> pending = new ArrayList<>();
    private boolean inConversation;

    Conversations(List<String> lines, int depth) {
        this.lines = lines;
        this.depth = depth;
    }

    List<Block> blocks() {
        boolean afterBlank = true;
        for (String line : lines) {
            boolean opens = !inConversation && OPENS.matcher(line).matches();
            boolean ends =
                    inConversation
                            && afterBlank
                            && !line.isBlank()
                            && !CONTINUES.matcher(line).matches();
            if (opens || ends) {
                flush();
                inConversation = opens;
            }
            pending.add(line);
            afterBlank = line.isBlank();
        }
        flush();
        return List.copyOf(blocks);
    }

    private void flush() {
        List<String> body = Lines.dedented(pending);
        pending.clear();
        if (body.stream().allMatch(String::isBlank)) {
            return;
        }
        if (inConversation) {
            blocks.add(new Block.Example("", String.join("\n", body)));
        } else {
            blocks.addAll(Markup.blocks(body, depth + 1));
        }
    }
}
