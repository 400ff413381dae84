package org.example.disks;

import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.codec.QmpException;

import org.example.disks.api.Disk;
import org.example.disks.api.DiskInfo;
import org.example.disks.api.DisksCommands;
import org.example.disks.api.QapiClient;
import org.example.disks.api.QueryNamedBlockNodesArguments;

import java.math.BigInteger;
import java.nio.file.Path;

/** Makes two disks and lists them: in a daemon whose socket is given, else in memory. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            makeDisks(new DisksInMemory());
            return;
        }
        try (QmpClient client = QmpClient.connect(Path.of(args[0]))) {
            makeDisks(new QapiClient(client));
        }
    }

    private static void makeDisks(DisksCommands disks) {
        Disk bottom =
                Disk.NullCo.builder().nodeName("bottom").size(BigInteger.valueOf(1 << 20)).build();
        disks.blockdevAdd(bottom);
        disks.blockdevAdd(Disk.Raw.builder().nodeName("top").file("bottom").build());
        QueryNamedBlockNodesArguments flat =
                QueryNamedBlockNodesArguments.builder().flat(true).build();
        for (DiskInfo disk : disks.queryNamedBlockNodes(flat)) {
            System.out.println(disk.nodeName() + " is of driver " + disk.drv());
        }
        try {
            disks.blockdevAdd(bottom);
        } catch (QmpException e) {
            System.out.println("a second bottom: " + e.errorClass());
        }
    }
}
