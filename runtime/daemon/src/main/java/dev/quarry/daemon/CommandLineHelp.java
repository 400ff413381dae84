package dev.quarry.daemon;

import picocli.CommandLine.Model.UsageMessageSpec;

import java.util.List;

/** The words of {@code quarryd --help}. */
final class CommandLineHelp {
    /** Options of QEMU's storage daemon that Quarry has not got. */
    static final List<String> UNSUPPORTED = List.of("--trace", "-T");

    static final String COMPAT =
            "native (the default) or qemu-7.2. The latter turns Quarry's extensions off: the 2014"
                    + " form of blockdev-add, devices in query-block, blockdev-del by id.";
    static final String PIDFILE =
            "Write the process id there once all that the other options ask for is up.";
    static final String DAEMONIZE =
            "Start in the background; returns when everything is up, or has failed.";

    private CommandLineHelp() {}

    static String of(StartOption.Kind kind) {
        return switch (kind) {
            case OBJECT ->
                    "Make an object: what object-add takes, for instance"
                            + " secret,id=…,file=… or throttle-group,id=…,limits.bps-total=….";
            case BLOCKDEV ->
                    "Add a block device node: what blockdev-add takes, as driver=…,node-name=…"
                            + " or as JSON.";
            case CHARDEV ->
                    "Open a channel: socket,id=…,path=… or socket,id=…,host=…,port=… with"
                            + " server=on|off, and with server=on wait=on|off and mode=0660 (of a"
                            + " unix socket's file), else reconnect=SECONDS; or stdio,id=….";
            case MONITOR ->
                    "Serve QMP on a channel: chardev=ID[,pretty=on]. readonly=on takes queries"
                        + " only; allow-users.0=NAME-OR-UID,allow-users.1=… is who may connect to a"
                        + " unix socket.";
            case NBD_SERVER ->
                    "Start the NBD server: addr.type=unix,addr.path=…, or"
                            + " addr.type=inet,addr.host=…,addr.port=….";
            case EXPORT -> "Export a node: type=nbd,id=…,node-name=…[,name=…][,writable=on].";
        };
    }

    /** Adds everything that is not about one option. */
    static void describe(UsageMessageSpec usage) {
        usage.width(90)
                .sortOptions(false)
                .abbreviateSynopsis(true)
                .description(
                        "%nServes block devices: controlled over QMP (the protocol of QEMU's"
                                + " storage daemon), data over NBD. Zeros that are written may be"
                                + " detected and turned into holes.%n")
                .optionListHeading("Options, carried out in the order given:%n")
                .footerHeading("%nExamples:%n")
                .footer(EXAMPLES);
    }

    private static final String[] EXAMPLES = {
        "  A monitor on a socket; talk to it with: socat - UNIX-CONNECT:qmp.sock",
        "    quarryd --chardev socket,path=qmp.sock,server=on,wait=off,id=c \\",
        "            --monitor chardev=c",
        "  An image that notices zeros and gives their space back, over NBD:",
        "    quarryd --blockdev driver=file,filename=disk.raw,node-name=f,discard=unmap \\",
        "            --blockdev raw,node-name=r,file=f,discard=unmap,detect-zeroes=unmap \\",
        "            --nbd-server addr.type=unix,addr.path=nbd.sock \\",
        "            --export type=nbd,id=e,node-name=r,name=disk,writable=on",
        "  A script's conversation on standard input and output:",
        "    printf '%%s\\n' '{\"execute\":\"qmp_capabilities\"}' '{\"execute\":\"quit\"}' |",
        "        quarryd --chardev stdio,id=s --monitor s",
        "",
        "A comma in a value is written twice. Stop it with quit on a monitor, or SIGTERM: exit"
                + " status 0. A start that fails exits with 1 and one line on standard error.",
    };
}
