package dev.quarry.block.query;

import dev.quarry.block.qcow2.Qcow2Facts;
import dev.quarry.qapi.generated.ImageInfoSpecific;
import dev.quarry.qapi.generated.ImageInfoSpecificQCow2;
import dev.quarry.qapi.generated.Qcow2CompressionType;

/** The facts of a qcow2 image in the schema's words; version 2 has fewer of them. */
final class Qcow2Queries {
    private Qcow2Queries() {}

    static ImageInfoSpecific specific(Qcow2Facts facts) {
        ImageInfoSpecificQCow2.Builder data =
                ImageInfoSpecificQCow2.builder()
                        .compat(facts.compat())
                        .compressionType(
                                facts.zstd()
                                        ? Qcow2CompressionType.ZSTD
                                        : Qcow2CompressionType.ZLIB)
                        .refcountBits((long) facts.refcountBits());
        if (!facts.compat().equals("0.10")) {
            data.lazyRefcounts(facts.lazyRefcounts())
                    .corrupt(facts.corrupt())
                    .extendedL2(facts.extendedL2());
        }
        return new ImageInfoSpecific.Qcow2(data.build());
    }
}
