package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Reply;

import java.io.IOException;

/** The payload of one option, taken piece by piece and never past its end. */
final class NbdOption {
    private final NbdInput in;
    private final int code;
    private long left;

    /**
     * @param code the option's number
     * @param length bytes of its payload
     */
    NbdOption(NbdInput in, int code, long length) {
        this.in = in;
        this.code = code;
        this.left = length;
    }

    int code() {
        return code;
    }

    int takeInt() throws IOException {
        claim(4);
        return in.take(4).getInt();
    }

    int takeShort() throws IOException {
        claim(2);
        return Short.toUnsignedInt(in.take(2).getShort());
    }

    /** A string with its length before it. */
    String takeText() throws IOException {
        return takeText(Integer.toUnsignedLong(takeInt()));
    }

    /** All that is left, as a string. */
    String takeRest() throws IOException {
        return takeText(left);
    }

    private String takeText(long bytes) throws IOException {
        claim(bytes);
        if (bytes > NbdProtocol.MAX_STRING) {
            left += bytes;
            throw new Refused(Reply.ERR_TOO_BIG, "a string of " + bytes + " bytes is too long");
        }
        return NbdText.decode(in.take((int) bytes), (int) bytes);
    }

    /** Refuses the option unless all of it was taken. */
    void end() throws Refused {
        if (left != 0) {
            throw new Refused(Reply.ERR_INVALID, left + " bytes too many in option " + code);
        }
    }

    /** Forgets what was not taken. */
    void skip() throws IOException {
        in.skip(left);
        left = 0;
    }

    private void claim(long bytes) throws Refused {
        if (bytes > left) {
            throw new Refused(Reply.ERR_INVALID, "option " + code + " ends before its contents do");
        }
        left -= bytes;
    }

    /** The server answers the option with an error and goes on. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        private final int reply;

        Refused(int reply, String text) {
            super(text);
            this.reply = reply;
        }

        int reply() {
            return reply;
        }

        String text() {
            return String.valueOf(getMessage());
        }
    }
}
