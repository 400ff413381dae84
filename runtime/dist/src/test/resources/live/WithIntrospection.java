package org.example.live;

import dev.quarry.qmp.client.QmpClient;

import org.example.server.BlockdevAddArguments;
import org.example.server.BlockdevAddDetectZeroes;
import org.example.server.QapiClient;
import org.example.server.QueryNamedBlockNodesArguments;
import org.example.server.QueryVersionQemu;

import java.util.List;

/** A client that was generated from a server's introspection: any server's with block devices. */
public class WithIntrospection implements Steps {
    private final QapiClient server;

    WithIntrospection(QmpClient client) {
        this.server = new QapiClient(client);
    }

    public static void main(String[] args) throws InterruptedException {
        Conversation.over(args[0], WithIntrospection::new);
    }

    @Override
    public final String version() {
        QueryVersionQemu version = server.queryVersion().qemu();
        return version.major() + "." + version.minor();
    }

    @Override
    public final void addNode(String name, long size) {
        server.blockdevAdd(
                BlockdevAddArguments.NullCo.builder()
                        .nodeName(name)
                        .size(size)
                        .detectZeroes(BlockdevAddDetectZeroes.ON)
                        .build());
    }

    @Override
    public final List<String> nodes() {
        return server
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
        // all has been said that any such server can do
    }

    @Override
    public void quit(Conversation conversation) throws InterruptedException {
        server.quit();
    }
}
