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
 * @param length in bytes, 0..2^32−1
 */
record NbdRequest(int flags, int type, long cookie, long offset, long length) {
    /** Takes a header; a wrong magic means that the two sides no longer agree where they are. */
    static NbdRequest decode(ByteBuffer in) throws ProtocolException {
        int magic = in.getInt();
        if (magic != NbdProtocol.REQUEST_MAGIC) {
            throw new ProtocolException(
                    "a request begins with 0x%08x instead of its magic".formatted(magic));
        }
        int flags = Short.toUnsignedInt(in.getShort());
        int type = Short.toUnsignedInt(in.getShort());
        long cookie = in.getLong();
        long offset = in.getLong();
        return new NbdRequest(flags, type, cookie, offset, Integer.toUnsignedLong(in.getInt()));
    }

    void encode(ByteBuffer out) {
        out.putInt(NbdProtocol.REQUEST_MAGIC).putShort((short) flags).putShort((short) type);
        out.putLong(cookie).putLong(offset).putInt((int) length);
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    boolean isFua() {
        return has(CommandFlag.FUA);
    }

    /** Whether payload of {@link #length} bytes follows the header. */
    boolean hasPayload() {
        return type == Command.WRITE;
    }

    /** Whether the length is that of data in this request or its reply. */
    boolean movesData() {
        return type == Command.READ || type == Command.WRITE || type == Command.CACHE;
    }

    boolean changesDisk() {
        return type == Command.WRITE || type == Command.WRITE_ZEROES || type == Command.TRIM;
    }
}
