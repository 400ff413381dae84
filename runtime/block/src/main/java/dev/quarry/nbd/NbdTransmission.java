package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;

import java.io.IOException;
import java.net.ProtocolException;

/**
 * Serves one client after the handshake: takes requests and checks them, once.
 *
 * <p>A request is carried out at once on this thread, which is the fastest where the disk answers
 * from memory. Where requests turn out to wait and there are several, a crew carries them out
 * beside each other; now and then one is done here to see whether that is still so.
 */
final class NbdTransmission implements AutoCloseable {
    private static final int PROBE_EVERY = 128;

    private final NbdSession session;
    private final NbdForm form;
    private final NbdInput in;
    private final NbdOutput output;
    private final NbdExecution here;
    private final NbdExecution.Payload payload;
    private final NbdPace pace = new NbdPace();
    private final NbdCrew crew;
    private int handedOff;

    NbdTransmission(NbdSession session, NbdConnection connection, NbdInput in, NbdOutput output) {
        this.session = session;
        this.form = session.form();
        this.in = in;
        this.output = output;
        this.here = new NbdExecution(session, output);
        this.payload = new NbdWriter(session, in)::write;
        this.crew = new NbdCrew(session, connection, output);
    }

    /** Serves until the client leaves. */
    void serve() throws IOException {
        int header = form.requestBytes();
        while (in.await(header)) {
            NbdRequest request = NbdRequest.decode(in.take(header), form);
            if (request.type() == Command.DISC) {
                return;
            }
            String fault = session.fault(request);
            if (fault != null) {
                refuse(request, fault);
            } else if (!isForCrew(request) || !handOff(request)) {
                carryOut(request);
            }
        }
    }

    private void carryOut(NbdRequest request) throws IOException {
        long start = System.nanoTime();
        here.answer(request, payload);
        pace.took(System.nanoTime() - start, request.movesData() ? request.length() : 0);
    }

    /** Whether to leave a request to the crew: the disk is slow and this is not the only one. */
    private boolean isForCrew(NbdRequest request) {
        return pace.isSlow()
                && (crew.isBusy() || isFollowed(request))
                && ++handedOff % PROBE_EVERY != 0;
    }

    /** Whether the next request is at hand already. */
    private boolean isFollowed(NbdRequest request) {
        long payload = request.hasPayload(form) ? request.length() : 0;
        return in.available() - payload >= form.requestBytes();
    }

    /** Leaves a request to the crew; false if there is no buffer for its payload. */
    private boolean handOff(NbdRequest request) throws IOException {
        if (!request.hasPayload(form)) {
            crew.take(request);
            return true;
        }
        NbdBuffers.Lease lease = NbdBuffers.lease((int) request.length());
        if (lease == null) {
            return false;
        }
        try {
            in.fill(lease.buffer());
        } catch (IOException e) {
            lease.close();
            throw e;
        }
        lease.buffer().flip();
        crew.take(request, lease);
        return true;
    }

    /** Answers with EINVAL. The payload of an oversized write is not read: that ends it all. */
    private void refuse(NbdRequest request, String fault) throws IOException {
        boolean oversized = request.hasPayload(form) && !request.isShort();
        if (request.hasPayload(form) && !oversized) {
            in.skip(request.length());
        }
        here.refuse(request, fault);
        if (oversized) {
            output.flush();
            throw new ProtocolException(fault);
        }
    }

    /** Waits for the requests under way. */
    @Override
    public void close() {
        crew.close();
    }
}
