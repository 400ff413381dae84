package dev.quarry.examples.benchmark;

import dev.quarry.examples.benchmark.NbdRequests.Kind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The rows of the table, in its order. */
final class Rows {
    private static final List<String> FORMATS = List.of("raw", "qcow2");
    private static final List<String> MODES = List.of("off", "on", "unmap");
    private static final List<Integer> DEPTHS = List.of(1, 16);

    private final Plan plan;
    private final List<Row> rows = new ArrayList<>();

    private Rows(Plan plan) {
        this.plan = plan;
    }

    static List<Row> of(Plan plan) {
        Rows all = new Rows(plan);
        FORMATS.forEach(format -> MODES.forEach(mode -> all.zeros(format, mode)));
        FORMATS.forEach(all::data);
        FORMATS.forEach(all::requests);
        all.monitor();
        all.process();
        return all.rows;
    }

    /** The rows of the monitor alone. */
    static List<Row> ofMonitor(Plan plan) {
        Rows all = new Rows(plan);
        all.monitor();
        all.clients();
        return all.rows;
    }

    private void zeros(String format, String mode) {
        // The figure of the second row is a by-product of the first one's load.
        Map<Peer, Double> allocated = new HashMap<>();
        String what = format + ", 1 MiB zero writes, detect-zeroes=" + mode;
        more(
                what,
                "MiB/s",
                site -> {
                    double[] figures =
                            site.onEmpty(
                                    format, mode, export -> Fio.zeros(export, plan.zeroBytes()));
                    if (figures.length == 0) {
                        return OptionalDouble.empty();
                    }
                    allocated.put(site.peer(), figures[1] / (1 << 20));
                    return OptionalDouble.of(figures[0]);
                });
        less(
                what + ": allocated",
                "MiB",
                site -> {
                    Double size = allocated.get(site.peer());
                    return size == null ? OptionalDouble.empty() : OptionalDouble.of(size);
                });
    }

    private void data(String format) {
        for (String direction : List.of("write", "read")) {
            more(
                    format + ", 1 MiB " + direction + "s",
                    "MiB/s",
                    on(format, export -> Fio.sequential(export, direction, plan)));
        }
        for (String direction : List.of("read", "write")) {
            for (int depth : DEPTHS) {
                more(
                        format + ", 4 KiB random " + direction + "s, depth " + depth,
                        "/s",
                        on(format, export -> Fio.random(export, direction, depth, plan)));
            }
        }
    }

    /** A request without payload, as the loads send it. */
    private record Request(String name, Kind kind, int bytes) {
        static final List<Request> SMALL =
                List.of(
                        new Request(
                                "write-zeroes 64 KiB no hole", Kind.WRITE_ZEROES_NO_HOLE, 64 << 10),
                        new Request("write-zeroes 64 KiB", Kind.WRITE_ZEROES, 64 << 10),
                        new Request("trim 64 KiB", Kind.TRIM, 64 << 10));
        static final List<Request> LARGE =
                List.of(
                        new Request("write-zeroes 1 MiB", Kind.WRITE_ZEROES, 1 << 20),
                        new Request("trim 1 MiB", Kind.TRIM, 1 << 20));

        String label(String format, int depth) {
            return format + ", " + name + ", depth " + depth;
        }
    }

    private void requests(String format) {
        for (Request request : Request.SMALL) {
            for (int depth : DEPTHS) {
                overData(format, request, depth);
                more(
                        request.label(format, depth) + ", again",
                        "/s",
                        on(format, export -> rate(export, request, depth)));
            }
        }
        Request.LARGE.forEach(request -> DEPTHS.forEach(depth -> overData(format, request, depth)));
    }

    private void overData(String format, Request request, int depth) {
        more(
                request.label(format, depth) + ", over data",
                "/s",
                on(
                        format,
                        export -> {
                            Fio.fill(export, plan.diskBytes());
                            return rate(export, request, depth);
                        }));
    }

    private double rate(Export export, Request request, int depth) {
        return NbdRequests.rate(export, request.kind(), request.bytes(), depth, plan.diskBytes());
    }

    private void monitor() {
        QmpLoad load = new QmpLoad(plan.commands(), plan.span());
        more("QMP round trips", "/s", atMonitor(load::pingPong));
        more("QMP pipelined replies", "/s", atMonitor(load::pipelined));
        more("blockdev-add and -del pairs", "/s", atMonitor(load::pairs));
        less(
                "query-named-block-nodes of %,d nodes".formatted(plan.commands() / 2),
                "ms",
                atMonitor(load::nodes));
    }

    private void clients() {
        QmpLoad load = new QmpLoad(plan.commands(), plan.span());
        less(
                "heap for each of %,d clients".formatted(plan.commands() / 2),
                "KiB",
                site -> load.heapOfClient(site.peer()));
    }

    private void process() {
        less(
                "start to greeting",
                "ms",
                site ->
                        site.peer().startTime().stream()
                                .mapToDouble(nanos -> nanos / 1e6)
                                .findFirst());
        less(
                "most memory held",
                "MiB",
                site -> OptionalDouble.of(site.peer().peakMemory() / (double) (1 << 20)));
    }

    private static Row.Load on(String format, ToDoubleFunction<Export> load) {
        return site -> site.onData(format, load);
    }

    private static Row.Load atMonitor(ToDoubleFunction<Monitor> load) {
        return site -> site.peer().monitor().stream().mapToDouble(load).findFirst();
    }

    private void more(String label, String unit, Row.Load load) {
        rows.add(new Row(label, unit, true, load));
    }

    private void less(String label, String unit, Row.Load load) {
        rows.add(new Row(label, unit, false, load));
    }
}
