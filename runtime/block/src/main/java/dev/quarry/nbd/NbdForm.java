package dev.quarry.nbd;

/** The form of requests and replies that a handshake has agreed; each can do more than the last. */
enum NbdForm {
    /** Replies with an error number, and data for a read. */
    SIMPLE,

    /** Replies in chunks: holes, texts of errors, block status. */
    STRUCTURED,

    /** The same with 64-bit lengths in requests and in block status. */
    EXTENDED;

    private static final int EXTENDED_BYTES = 32;

    boolean isStructured() {
        return this != SIMPLE;
    }

    boolean isExtended() {
        return this == EXTENDED;
    }

    /** Bytes of a request's header. */
    int requestBytes() {
        return isExtended() ? EXTENDED_BYTES : NbdProtocol.REQUEST_BYTES;
    }

    /** Bytes of the header of a chunk of a reply. */
    int chunkBytes() {
        return isExtended() ? EXTENDED_BYTES : NbdProtocol.CHUNK_BYTES;
    }

    /** Bytes before the first extent of a block status chunk, behind its header. */
    int statusBytes() {
        return isExtended() ? 8 : 4;
    }

    /** Bytes of one extent. */
    int extentBytes() {
        return isExtended() ? 16 : 8;
    }
}
