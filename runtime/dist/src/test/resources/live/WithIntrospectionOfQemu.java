package org.example.live;

import dev.quarry.qmp.client.QmpClient;

import org.example.server.DeviceDelArguments;
import org.example.server.Events;
import org.example.server.QapiClient;
import org.example.server.ResumeEvent;
import org.example.server.ShutdownEvent;
import org.example.server.ShutdownReason;
import org.example.server.StopEvent;

/** The same of the system emulator, which can be stopped and tells why it ends. */
public final class WithIntrospectionOfQemu extends WithIntrospection {
    private final QapiClient qemu;

    private WithIntrospectionOfQemu(QmpClient client) {
        super(client);
        this.qemu = new QapiClient(client);
    }

    public static void main(String[] args) throws InterruptedException {
        Conversation.over(args[0], WithIntrospectionOfQemu::new);
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
        boolean known = event.reason() == ShutdownReason.HOST_QMP_QUIT;
        conversation.print("SHUTDOWN guest=" + event.guest() + " known=" + known);
    }
}
