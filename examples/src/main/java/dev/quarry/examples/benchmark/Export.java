package dev.quarry.examples.benchmark;

import java.nio.file.Path;

/** Where a disk is exported: the name at a unix socket. */
record Export(Path socket, String name) {
    String uri() {
        return "nbd+unix:///" + name + "?socket=" + socket;
    }
}
