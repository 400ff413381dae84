package dev.quarry.examples.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The figures of one row and server, one a round. */
final class Samples {
    private final List<Double> figures = new ArrayList<>();

    void add(double figure) {
        figures.add(figure);
        Collections.sort(figures);
    }

    int count() {
        return figures.size();
    }

    boolean isEmpty() {
        return figures.isEmpty();
    }

    double median() {
        int middle = figures.size() / 2;
        return figures.size() % 2 == 1
                ? figures.get(middle)
                : (figures.get(middle - 1) + figures.get(middle)) / 2;
    }

    double least() {
        return figures.getFirst();
    }

    double most() {
        return figures.getLast();
    }
}
