package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;
import dev.quarry.nbd.NbdProtocol.CommandFlag;

import org.jspecify.annotations.Nullable;

/**
 * What handshake has agreed.
 *
 * @param contexts what BLOCK_STATUS answers
 */
record NbdSession(NbdExport export, NbdForm form, NbdContexts contexts) {

    /** Why a request must not be carried out, or null. Its checks are the only ones. */
    @Nullable String fault(NbdRequest request) {
        if (request.type() > Command.BLOCK_STATUS) {
            return "there is no command " + request.type();
        }
        if (request.movesData() && !request.isShort()) {
            return Long.toUnsignedString(request.length())
                    + " bytes at once; the limit is "
                    + NbdProtocol.MAX_PAYLOAD;
        }
        if (request.changesDisk() && !export.isWritable()) {
            return "export '" + export.name() + "' is read-only";
        }
        if ((request.flags() & ~allowedFlags(request.type())) != 0) {
            return "flags 0x%x do not go with this command".formatted(request.flags());
        }
        return request.type() == Command.BLOCK_STATUS ? statusFault(request) : rangeFault(request);
    }

    private @Nullable String statusFault(NbdRequest request) {
        if (contexts.isEmpty()) {
            return "no metadata context was selected";
        }
        return request.length() == 0 ? "block status of no bytes" : rangeFault(request);
    }

    private @Nullable String rangeFault(NbdRequest request) {
        long size = export.disk().size();
        boolean inside =
                request.offset() >= 0
                        && request.length() >= 0
                        && request.length() <= size - request.offset();
        return inside
                ? null
                : "%s bytes at %s reach past the end, %d"
                        .formatted(
                                Long.toUnsignedString(request.length()),
                                Long.toUnsignedString(request.offset()),
                                size);
    }

    private int allowedFlags(int type) {
        return CommandFlag.FUA
                | switch (type) {
                    case Command.WRITE -> form.isExtended() ? CommandFlag.PAYLOAD_LEN : 0;
                    case Command.READ -> form.isStructured() ? CommandFlag.DF : 0;
                    case Command.WRITE_ZEROES -> CommandFlag.NO_HOLE | CommandFlag.FAST_ZERO;
                    case Command.BLOCK_STATUS -> CommandFlag.REQ_ONE;
                    default -> 0;
                };
    }
}
