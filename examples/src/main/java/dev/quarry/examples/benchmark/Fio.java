package dev.quarry.examples.benchmark;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;

/** Reads and writes by {@code fio}, whose NBD engine is libnbd. */
final class Fio {
    private Fio() {}

    /** MiB a second of writing zeros once over the first {@code bytes}, 1 MiB at a time. */
    static double zeros(Export export, long bytes) {
        List<String> more = List.of("--rw=write", "--bs=1M", "--zero_buffers", "--size=" + bytes);
        return job(export, more).path("write").path("bw_bytes").asDouble() / (1 << 20);
    }

    /** MiB a second of sequential requests of 1 MiB, one at a time. */
    static double sequential(Export export, String direction, Plan plan) {
        List<String> more = new ArrayList<>(List.of("--rw=" + direction, "--bs=1M"));
        more.addAll(timed(plan));
        return job(export, more).path(direction).path("bw_bytes").asDouble() / (1 << 20);
    }

    /** Requests of 4 KiB a second at random places. */
    static double random(Export export, String direction, int depth, Plan plan) {
        List<String> more =
                new ArrayList<>(List.of("--rw=rand" + direction, "--bs=4k", "--iodepth=" + depth));
        more.addAll(timed(plan));
        return job(export, more).path(direction).path("iops").asDouble();
    }

    /** Writes data over the first {@code bytes}, without measuring. */
    static void fill(Export export, long bytes) {
        job(export, List.of("--rw=write", "--bs=1M", "--size=" + bytes));
    }

    private static List<String> timed(Plan plan) {
        return List.of(
                "--size=" + plan.diskBytes(),
                "--time_based",
                "--runtime=" + plan.span().toMillis() + "ms");
    }

    private static JsonNode job(Export export, List<String> more) {
        List<String> command =
                new ArrayList<>(
                        List.of("fio", "--name=load", "--ioengine=nbd", "--output-format=json"));
        command.add("--uri=" + export.uri());
        command.addAll(more);
        String printed = Child.run(command);
        // A line about the connection stands before the document.
        String document = printed.substring(printed.indexOf('{'));
        return JsonMapper.shared().readTree(document).path("jobs").path(0);
    }
}
