package org.example.live;

import dev.quarry.qmp.client.QmpClient;

import org.example.system.BlockdevDetectZeroesOptions;
import org.example.system.BlockdevOptions;
import org.example.system.DeviceDelArguments;
import org.example.system.Events;
import org.example.system.QapiClient;
import org.example.system.QueryNamedBlockNodesArguments;
import org.example.system.ResumeEvent;
import org.example.system.ShutdownCause;
import org.example.system.ShutdownEvent;
import org.example.system.StopEvent;
import org.example.system.VersionTriple;

import java.util.List;

/** The client that was generated from the schema of QEMU's system emulator. */
public final class WithSchema implements Steps {
    private final QapiClient qemu;

    private WithSchema(QmpClient client) {
        this.qemu = new QapiClient(client);
    }

    public static void main(String[] args) throws InterruptedException {
        Conversation.over(args[0], WithSchema::new);
    }

    @Override
    public String version() {
        VersionTriple version = qemu.queryVersion().qemu();
        return version.major() + "." + version.minor();
    }

    @Override
    public void addNode(String name, long size) {
        qemu.blockdevAdd(
                BlockdevOptions.NullCo.builder()
                        .nodeName(name)
                        .size(size)
                        .detectZeroes(BlockdevDetectZeroesOptions.ON)
                        .build());
    }

    @Override
    public List<String> nodes() {
        return qemu
                .queryNamedBlockNodes(QueryNamedBlockNodesArguments.builder().flat(true).build())
                .stream()
                .map(n ->
                        String.join(
                                " ",
                                n.nodeName(),
                                n.drv(),
                                n.image().virtualSize() + "",
                                n.detectZeroes().wireName()))
                .toList();
    }

    @Override
    public void more(Conversation conversation) throws InterruptedException {
        conversation.refused("device_del", () -> qemu.deviceDel(new DeviceDelArguments("none")));
        qemu.stop();
        conversation.print(
                "STOP " + (conversation.event().typed(Events::decode) instanceof StopEvent));
        qemu.cont();
        conversation.print(
                "RESUME " + (conversation.event().typed(Events::decode) instanceof ResumeEvent));
    }

    @Override
    public void quit(Conversation conversation) throws InterruptedException {
        qemu.quit();
        ShutdownEvent event = (ShutdownEvent) conversation.event().typed(Events::decode);
        boolean known = event.reason() == ShutdownCause.HOST_QMP_QUIT;
        conversation.print("SHUTDOWN guest=" + event.guest() + " known=" + known);
    }
}
