package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Option;
import dev.quarry.nbd.NbdProtocol.Reply;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/** The server's side of the fixed newstyle handshake: options until an export is chosen. */
final class NbdHandshake {
    private final NbdInput in;
    private final NbdOptionReplies replies;
    private final NbdExports exports;
    private final boolean multiConn;
    private final Predicate<NbdExport> attach;

    private boolean fixed;
    private NbdForm form = NbdForm.SIMPLE;
    private NbdContexts contexts = NbdContexts.NONE;
    private @Nullable NbdExport contextsOf;
    private @Nullable NbdExport chosen;

    /**
     * @param multiConn whether clients are told that several connections are coherent
     * @param attach makes this connection a user of the export; false if that is being removed
     */
    NbdHandshake(
            NbdInput in,
            NbdOutput output,
            NbdExports exports,
            boolean multiConn,
            Predicate<NbdExport> attach) {
        this.in = in;
        this.replies = new NbdOptionReplies(output);
        this.exports = exports;
        this.multiConn = multiConn;
        this.attach = attach;
    }

    /** Talks until an export is chosen; null when the client left in good order. */
    @Nullable NbdSession negotiate() throws IOException {
        replies.hello();
        takeClientFlags();
        while (chosen == null) {
            if (!in.await(16) || !takeOption()) {
                return null;
            }
        }
        boolean same = chosen.equals(contextsOf);
        return new NbdSession(chosen, form, same ? contexts : NbdContexts.NONE);
    }

    private void takeClientFlags() throws IOException {
        int flags = in.take(4).getInt();
        if ((flags & ~(NbdProtocol.FIXED_NEWSTYLE | NbdProtocol.NO_ZEROES)) != 0) {
            throw new ProtocolException("unknown client flags 0x%x".formatted(flags));
        }
        fixed = (flags & NbdProtocol.FIXED_NEWSTYLE) != 0;
        replies.padExport((flags & NbdProtocol.NO_ZEROES) == 0);
    }

    /** One option; false when the client is done. */
    private boolean takeOption() throws IOException {
        NbdOption option = optionHeader();
        replies.answering(option.code());
        try {
            return answer(option);
        } catch (NbdOption.Refused e) {
            option.skip();
            replies.error(e.reply(), e.text());
            return true;
        }
    }

    private NbdOption optionHeader() throws IOException {
        ByteBuffer header = in.take(16);
        if (header.getLong() != NbdProtocol.OPTION_MAGIC) {
            throw new ProtocolException("an option does not begin with its magic");
        }
        int code = header.getInt();
        long length = Integer.toUnsignedLong(header.getInt());
        if (length > NbdProtocol.MAX_PAYLOAD) {
            throw new ProtocolException("option " + code + " has " + length + " bytes");
        }
        if (!fixed && code != Option.EXPORT_NAME) {
            throw new ProtocolException("option " + code + " needs the fixed newstyle flag");
        }
        return new NbdOption(in, code, length);
    }

    private boolean answer(NbdOption option) throws IOException {
        switch (option.code()) {
            case Option.EXPORT_NAME -> exportName(option);
            case Option.LIST -> list(option);
            case Option.STARTTLS ->
                    throw new NbdOption.Refused(Reply.ERR_POLICY, "TLS is not set up here");
            case Option.INFO, Option.GO -> infoOrGo(option);
            case Option.STRUCTURED_REPLY -> structuredReply(option);
            case Option.EXTENDED_HEADERS -> extendedHeaders(option);
            case Option.LIST_META_CONTEXT, Option.SET_META_CONTEXT -> metaContext(option);
            case Option.ABORT -> {
                replies.abort();
                return false;
            }
            default ->
                    throw new NbdOption.Refused(
                            Reply.ERR_UNSUP, "option " + option.code() + " is not known here");
        }
        return true;
    }

    /** The old way to choose: no error reply exists, so a wrong name ends the connection. */
    private void exportName(NbdOption option) throws IOException {
        try {
            NbdExport export = choose(option.takeRest());
            replies.export(export, export.flags(form.isStructured(), multiConn));
        } catch (NbdOption.Refused e) {
            throw new ProtocolException(e.text());
        }
    }

    private void list(NbdOption option) throws IOException {
        option.end();
        for (NbdExport export : exports.all()) {
            replies.server(export);
        }
        replies.ack();
    }

    private void infoOrGo(NbdOption option) throws IOException {
        String name = option.takeText();
        NbdInfoRequest asked = NbdInfoRequest.take(option);
        option.end();
        if (option.code() == Option.GO) {
            NbdExport export = choose(name);
            replies.info(
                    export, export.flags(form.isStructured(), multiConn), asked, asked.blockSize());
        } else {
            NbdExport export = find(name);
            replies.info(export, export.flags(form.isStructured(), multiConn), asked, true);
            asked.requireBlockSize(export);
        }
        replies.ack();
    }

    private void structuredReply(NbdOption option) throws IOException {
        option.end();
        if (form.isExtended()) {
            throw new NbdOption.Refused(
                    Reply.ERR_EXT_HEADER_REQD, "extended headers were agreed before");
        }
        if (form.isStructured()) {
            throw new NbdOption.Refused(Reply.ERR_INVALID, "structured replies were agreed before");
        }
        form = NbdForm.STRUCTURED;
        replies.ack();
    }

    /** They bring structured replies along. */
    private void extendedHeaders(NbdOption option) throws IOException {
        option.end();
        if (form.isExtended()) {
            throw new NbdOption.Refused(Reply.ERR_INVALID, "extended headers were agreed before");
        }
        form = NbdForm.EXTENDED;
        replies.ack();
    }

    private void metaContext(NbdOption option) throws IOException {
        boolean list = option.code() == Option.LIST_META_CONTEXT;
        if (!list) {
            contextsOf = null;
            if (!form.isStructured()) {
                throw new NbdOption.Refused(
                        Reply.ERR_INVALID, "metadata contexts need structured replies first");
            }
        }
        NbdExport export = find(option.takeText());
        NbdContexts found = takeQueries(option, export, list);
        option.end();
        if (!list) {
            contextsOf = export;
            contexts = found;
        }
        replies.contexts(found, list);
        replies.ack();
    }

    private static NbdContexts takeQueries(NbdOption option, NbdExport export, boolean list)
            throws IOException {
        int count = option.takeInt();
        NbdContexts found = list && count == 0 ? NbdContexts.all(export) : NbdContexts.NONE;
        for (int i = 0; i != count; i++) {
            found = found.with(option.takeText(), list, export);
        }
        return found;
    }

    private NbdExport find(String name) throws NbdOption.Refused {
        NbdExport export = exports.find(name);
        if (export == null) {
            throw new NbdOption.Refused(Reply.ERR_UNKNOWN, "there is no export '" + name + "'");
        }
        return export;
    }

    private NbdExport choose(String name) throws NbdOption.Refused {
        NbdExport export = find(name);
        if (!attach.test(export)) {
            throw new NbdOption.Refused(
                    Reply.ERR_UNKNOWN, "export '" + name + "' is being removed");
        }
        chosen = export;
        return export;
    }
}
