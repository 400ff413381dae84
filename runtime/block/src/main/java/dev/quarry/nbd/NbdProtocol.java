package dev.quarry.nbd;

/** The numbers of the NBD protocol, as they stand on the wire (big-endian). */
final class NbdProtocol {
    private NbdProtocol() {}

    /** Handshake and transmission magics. */
    static final long HELLO_MAGIC = 0x4e42444d41474943L; // "NBDMAGIC"

    static final long OPTION_MAGIC = 0x49484156454f5054L; // "IHAVEOPT"
    static final long OPTION_REPLY_MAGIC = 0x0003e889045565a9L;
    static final int REQUEST_MAGIC = 0x25609513;
    static final int SIMPLE_REPLY_MAGIC = 0x67446698;
    static final int STRUCTURED_REPLY_MAGIC = 0x668e33ef;
    static final int EXTENDED_REQUEST_MAGIC = 0x21e41c71;
    static final int EXTENDED_REPLY_MAGIC = 0x6e8a278c;

    /** Handshake flags; the client's have the same two bits. */
    static final int FIXED_NEWSTYLE = 1;

    static final int NO_ZEROES = 2;

    /** Longest string (export name, description, query, error text) in bytes. */
    static final int MAX_STRING = 4096;

    /** Longest option the server reads past, and longest payload of a READ or WRITE, in bytes. */
    static final int MAX_PAYLOAD = 32 << 20;

    /** Bytes of a request header, a simple reply, and a structured chunk's header. */
    static final int REQUEST_BYTES = 28;

    static final int SIMPLE_REPLY_BYTES = 16;
    static final int CHUNK_BYTES = 20;

    /** Options of the handshake. */
    static final class Option {
        private Option() {}

        static final int EXPORT_NAME = 1;
        static final int ABORT = 2;
        static final int LIST = 3;
        static final int STARTTLS = 5;
        static final int INFO = 6;
        static final int GO = 7;
        static final int STRUCTURED_REPLY = 8;
        static final int LIST_META_CONTEXT = 9;
        static final int SET_META_CONTEXT = 10;
        static final int EXTENDED_HEADERS = 11;
    }

    /** Replies to options. */
    static final class Reply {
        private Reply() {}

        static final int ACK = 1;
        static final int SERVER = 2;
        static final int INFO = 3;
        static final int META_CONTEXT = 4;

        /** This bit marks every error reply. */
        static final int ERROR = 0x80000000;

        static final int ERR_UNSUP = ERROR + 1;
        static final int ERR_POLICY = ERROR + 2;
        static final int ERR_INVALID = ERROR + 3;
        static final int ERR_PLATFORM = ERROR + 4;
        static final int ERR_TLS_REQD = ERROR + 5;
        static final int ERR_UNKNOWN = ERROR + 6;
        static final int ERR_SHUTDOWN = ERROR + 7;
        static final int ERR_BLOCK_SIZE_REQD = ERROR + 8;
        static final int ERR_TOO_BIG = ERROR + 9;
        static final int ERR_EXT_HEADER_REQD = ERROR + 10;
    }

    /** Pieces of information in replies to INFO and GO. */
    static final class Info {
        private Info() {}

        static final int EXPORT = 0;
        static final int NAME = 1;
        static final int DESCRIPTION = 2;
        static final int BLOCK_SIZE = 3;
    }

    /** Flags of an export. */
    static final class ExportFlag {
        private ExportFlag() {}

        static final int HAS_FLAGS = 1;
        static final int READ_ONLY = 1 << 1;
        static final int SEND_FLUSH = 1 << 2;
        static final int SEND_FUA = 1 << 3;
        static final int SEND_TRIM = 1 << 5;
        static final int SEND_WRITE_ZEROES = 1 << 6;
        static final int SEND_DF = 1 << 7;
        static final int CAN_MULTI_CONN = 1 << 8;
        static final int SEND_CACHE = 1 << 10;
        static final int SEND_FAST_ZERO = 1 << 11;
    }

    /** Types of requests. */
    static final class Command {
        private Command() {}

        static final int READ = 0;
        static final int WRITE = 1;
        static final int DISC = 2;
        static final int FLUSH = 3;
        static final int TRIM = 4;
        static final int CACHE = 5;
        static final int WRITE_ZEROES = 6;
        static final int BLOCK_STATUS = 7;
    }

    /** Flags of requests. */
    static final class CommandFlag {
        private CommandFlag() {}

        static final int FUA = 1;
        static final int NO_HOLE = 1 << 1;
        static final int DF = 1 << 2;
        static final int REQ_ONE = 1 << 3;
        static final int FAST_ZERO = 1 << 4;

        /** With extended headers: the length is that of a payload behind the header. */
        static final int PAYLOAD_LEN = 1 << 5;
    }

    /** Types of structured reply chunks. */
    static final class Chunk {
        private Chunk() {}

        /** Flag of a request's last chunk. */
        static final int DONE = 1;

        static final int NONE = 0;
        static final int OFFSET_DATA = 1;
        static final int OFFSET_HOLE = 2;
        static final int BLOCK_STATUS = 5;
        static final int BLOCK_STATUS_EXT = 6;
        static final int ERROR = 0x8001;
        static final int ERROR_OFFSET = 0x8002;

        /** This bit marks every error chunk. */
        static final int ERROR_BIT = 0x8000;
    }

    /** Bits of an extent in the metadata context base:allocation. */
    static final class Allocation {
        private Allocation() {}

        static final int HOLE = 1;
        static final int ZERO = 2;
    }
}
