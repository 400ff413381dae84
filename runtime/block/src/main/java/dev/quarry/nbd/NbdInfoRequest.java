package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Info;
import dev.quarry.nbd.NbdProtocol.Reply;

import java.io.IOException;

/**
 * What INFO or GO asks to be told beside the export's size and flags.
 *
 * @param blockSize the client will keep to the block sizes it is told
 */
record NbdInfoRequest(boolean name, boolean blockSize) {
    /** Takes the list of asked items; those we do not know are passed over. */
    static NbdInfoRequest take(NbdOption option) throws IOException {
        boolean name = false;
        boolean blockSize = false;
        for (int left = option.takeShort(); left > 0; left--) {
            int item = option.takeShort();
            name |= item == Info.NAME;
            blockSize |= item == Info.BLOCK_SIZE;
        }
        return new NbdInfoRequest(name, blockSize);
    }

    /** Refuses a client that did not ask how large blocks are where that matters. */
    void requireBlockSize(NbdExport export) throws NbdOption.Refused {
        if (!blockSize && export.disk().minimumBlock() > 1) {
            throw new NbdOption.Refused(
                    Reply.ERR_BLOCK_SIZE_REQD,
                    "export '" + export.name() + "' has blocks; ask for their size");
        }
    }
}
