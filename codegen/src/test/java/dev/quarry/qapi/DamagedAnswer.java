package dev.quarry.qapi;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Copies a JSON value with a few of its values replaced, left out or doubled, at random. */
final class DamagedAnswer {
    private static final List<Object> STRANGE =
            List.of(
                    "",
                    "0",
                    "1",
                    "2",
                    "[2]",
                    "5",
                    "str",
                    "int",
                    "any",
                    "q_empty",
                    "q_obj_x-arg",
                    "object",
                    "enum",
                    "alternate",
                    "array",
                    "command",
                    "event",
                    "Aa",
                    "aA",
                    "a_b",
                    "a-b",
                    "class",
                    "_",
                    "__",
                    "1.2",
                    "a.b",
                    "Object",
                    "String",
                    "Builder",
                    "kind",
                    "\u00e9",
                    "*/",
                    "QapiClient",
                    "Events",
                    "x".repeat(127),
                    "x".repeat(129),
                    Map.of(),
                    List.of(),
                    true);

    private final SplittableRandom random;
    private final int rarity;
    private final List<Object> seen = new ArrayList<>();

    /**
     * @param rarity one value in so many is damaged
     */
    DamagedAnswer(SplittableRandom random, int rarity) {
        this.random = random;
        this.rarity = rarity;
    }

    @Nullable Object copy(@Nullable Object json) {
        if (json != null && random.nextInt(10) == 0) {
            seen.add(json);
        }
        if (random.nextInt(rarity) == 0) {
            List<Object> pool = seen.isEmpty() || random.nextBoolean() ? STRANGE : seen;
            return pool.get(random.nextInt(pool.size()));
        }
        if (json instanceof Map<?, ?> object) {
            return object(object);
        }
        return json instanceof List<?> list ? list(list) : json;
    }

    private Map<Object, @Nullable Object> object(Map<?, ?> object) {
        Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
        object.forEach((name, value) -> {
            if (random.nextInt(2 * rarity) != 0) {
                copy.put(name, copy(value));
            }
        });
        return copy;
    }

    private List<@Nullable Object> list(List<?> list) {
        List<@Nullable Object> copy = new ArrayList<>();
        for (Object element : list) {
            for (int n = 1 + (random.nextInt(2 * rarity) == 0 ? 1 : 0); n > 0; n--) {
                copy.add(copy(element));
            }
        }
        return copy;
    }
}
