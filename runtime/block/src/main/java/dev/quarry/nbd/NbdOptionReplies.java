package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Info;
import dev.quarry.nbd.NbdProtocol.Reply;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The server's hello and its replies to options, put into the output. */
final class NbdOptionReplies {
    private static final int PREFERRED_BLOCK = 4096;
    private static final int OLD_PADDING = 124;

    private final NbdOutput output;
    private boolean padded;
    private int option;

    NbdOptionReplies(NbdOutput output) {
        this.output = output;
    }

    void hello() throws IOException {
        ByteBuffer out = output.room(18);
        out.putLong(NbdProtocol.HELLO_MAGIC).putLong(NbdProtocol.OPTION_MAGIC);
        out.putShort((short) (NbdProtocol.FIXED_NEWSTYLE | NbdProtocol.NO_ZEROES));
    }

    /** Whether the reply to EXPORT_NAME has zeroes behind it. */
    void padExport(boolean yes) {
        padded = yes;
    }

    /** The option that the replies from now on are to. */
    void answering(int code) {
        option = code;
    }

    void ack() throws IOException {
        header(Reply.ACK, 0);
    }

    void error(int reply, String text) throws IOException {
        byte[] words = NbdText.encode(text);
        header(reply, words.length).put(words);
    }

    /** The answer to ABORT, for a client that may not wait for it. */
    void abort() throws IOException {
        ack();
        output.flush();
    }

    /** The answer to EXPORT_NAME, which has no header. */
    void export(NbdExport export, int flags) throws IOException {
        ByteBuffer out = output.room(10 + OLD_PADDING);
        out.putLong(export.disk().size()).putShort((short) flags);
        if (padded) {
            out.put(new byte[OLD_PADDING]);
        }
    }

    /** One line of LIST. */
    void server(NbdExport export) throws IOException {
        byte[] name = NbdText.encode(export.name());
        String text = export.description();
        byte[] description = text == null ? new byte[0] : NbdText.encode(text);
        header(Reply.SERVER, 4 + name.length + description.length)
                .putInt(name.length)
                .put(name)
                .put(description);
    }

    /**
     * The pieces of information about an export.
     *
     * @param trueMinimum tell the real smallest block, not 1
     */
    void info(NbdExport export, int flags, NbdInfoRequest asked, boolean trueMinimum)
            throws IOException {
        if (asked.name()) {
            text(Info.NAME, export.name());
        }
        String description = export.description();
        if (description != null) {
            text(Info.DESCRIPTION, description);
        }
        int minimum = trueMinimum ? export.disk().minimumBlock() : 1;
        header(Reply.INFO, 14)
                .putShort((short) Info.BLOCK_SIZE)
                .putInt(minimum)
                .putInt(Math.max(PREFERRED_BLOCK, minimum))
                .putInt(NbdProtocol.MAX_PAYLOAD);
        header(Reply.INFO, 12)
                .putShort((short) Info.EXPORT)
                .putLong(export.disk().size())
                .putShort((short) flags);
    }

    /** Metadata contexts; a LIST tells them without their numbers. */
    void contexts(NbdContexts contexts, boolean list) throws IOException {
        if (contexts.allocation()) {
            context(list ? 0 : NbdContexts.ALLOCATION_ID, NbdContexts.ALLOCATION);
        }
        if (contexts.depth()) {
            context(list ? 0 : NbdContexts.DEPTH_ID, NbdContexts.DEPTH);
        }
    }

    private void context(int id, String name) throws IOException {
        byte[] text = NbdText.encode(name);
        header(Reply.META_CONTEXT, 4 + text.length).putInt(id).put(text);
    }

    private void text(int item, String text) throws IOException {
        byte[] bytes = NbdText.encode(text);
        header(Reply.INFO, 2 + bytes.length).putShort((short) item).put(bytes);
    }

    private ByteBuffer header(int reply, int bytes) throws IOException {
        ByteBuffer out = output.room(20 + bytes);
        out.putLong(NbdProtocol.OPTION_REPLY_MAGIC).putInt(option).putInt(reply).putInt(bytes);
        return out;
    }
}
