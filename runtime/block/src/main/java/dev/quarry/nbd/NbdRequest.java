package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;
import dev.quarry.nbd.NbdProtocol.CommandFlag;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * The header of a request.
 *
 * @param flags command flags
 * @param type one of {@link Command}'s, or one we do not know
 * @param cookie the client's mark, returned in the reply
 * @param offset in bytes, unsigned
 * @param length in bytes, 0..2^32−1; unsigned with extended headers
 */
record NbdRequest(int flags, int type, long cookie, long offset, long length) {
    /** Takes a header; a wrong magic means that the two sides no longer agree where they are. */
    static NbdRequest decode(ByteBuffer in, NbdForm form) throws ProtocolException {
        int magic = in.getInt();
        if (magic != magic(form)) {
            throw new ProtocolException(
                    "a request begins with 0x%08x instead of its magic".formatted(magic));
        }
        int flags = Short.toUnsignedInt(in.getShort());
        int type = Short.toUnsignedInt(in.getShort());
        long cookie = in.getLong();
        long offset = in.getLong();
        long length = form.isExtended() ? in.getLong() : Integer.toUnsignedLong(in.getInt());
        return new NbdRequest(flags, type, cookie, offset, length);
    }

    private static int magic(NbdForm form) {
        return form.isExtended() ? NbdProtocol.EXTENDED_REQUEST_MAGIC : NbdProtocol.REQUEST_MAGIC;
    }

    void encode(ByteBuffer out, NbdForm form) {
        boolean extended = form.isExtended();
        int sent = extended && type == Command.WRITE ? flags | CommandFlag.PAYLOAD_LEN : flags;
        out.putInt(magic(form)).putShort((short) sent).putShort((short) type);
        out.putLong(cookie).putLong(offset);
        if (extended) {
            out.putLong(length);
        } else {
            out.putInt((int) length);
        }
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    boolean isFua() {
        return has(CommandFlag.FUA);
    }

    /** Whether payload of {@link #length} bytes follows the header. */
    boolean hasPayload(NbdForm form) {
        return type == Command.WRITE || (form.isExtended() && has(CommandFlag.PAYLOAD_LEN));
    }

    /** Whether the length is one that data may have. */
    boolean isShort() {
        return length >= 0 && length <= NbdProtocol.MAX_PAYLOAD;
    }

    /** Whether the length is that of data in this request or its reply. */
    boolean movesData() {
        return type == Command.READ || type == Command.WRITE || type == Command.CACHE;
    }

    boolean changesDisk() {
        return type == Command.WRITE || type == Command.WRITE_ZEROES || type == Command.TRIM;
    }
}
