package org.example.disks;

import dev.quarry.qmp.codec.QmpException;

import org.example.disks.api.Disk;
import org.example.disks.api.DiskInfo;
import org.example.disks.api.DisksCommands;
import org.example.disks.api.QueryNamedBlockNodesArguments;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The server's side of the schema: a command without a method here does not compile. */
final class DisksInMemory implements DisksCommands {
    private final Deque<DiskInfo> disks = new ArrayDeque<>();

    @Override
    public void blockdevAdd(Disk disk) {
        String driver = disk.driver().wireName();
        if (disks.stream().anyMatch(d -> disk.nodeName().equals(d.nodeName()))) {
            throw QmpException.generic("there is a disk '" + disk.nodeName() + "' already");
        }
        disks.addFirst(DiskInfo.builder().nodeName(disk.nodeName()).drv(driver).build());
    }

    @Override
    public List<DiskInfo> queryNamedBlockNodes(QueryNamedBlockNodesArguments arguments) {
        return List.copyOf(disks);
    }
}
