package dev.quarry.qmp.junit;

import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.Command;

import java.util.ArrayList;
import java.util.List;

/** What a fake server is to be like; see {@link FakeQmp#builder}. */
public final class FakeQmpBuilder {
    private QmpVersion version = new QmpVersion(9, 2, 0, "fake");
    private List<String> offered = List.of("oob");
    private final List<Command> commands = new ArrayList<>();
    private boolean strict = true;

    FakeQmpBuilder() {}

    /** The version in the greeting. Default: 9.2.0. */
    public FakeQmpBuilder version(int major, int minor, int micro) {
        version = new QmpVersion(major, minor, micro, "fake");
        return this;
    }

    /**
     * The capabilities in the greeting; none at all is what QEMU before 2.12 says. Default: oob.
     */
    public FakeQmpBuilder offer(String... capabilities) {
        offered = List.of(capabilities);
        return this;
    }

    /**
     * Lets handlers answer what no expectation is for, with arguments decoded as strictly as QEMU
     * does. May be called several times.
     *
     * @param handlers {@code CommandTable.of(…)} of a generated package, with an implementation of
     *     one of its interfaces
     */
    public FakeQmpBuilder commands(List<Command> handlers) {
        commands.addAll(handlers);
        return this;
    }

    /** Refuses commands that are not expected, without failing the test for them. */
    public FakeQmpBuilder lenient() {
        strict = false;
        return this;
    }

    /** The server; it starts when it is first asked for its socket or port. */
    public FakeQmp build() {
        return new FakeQmp(version, offered, new Script(commands, strict));
    }
}
