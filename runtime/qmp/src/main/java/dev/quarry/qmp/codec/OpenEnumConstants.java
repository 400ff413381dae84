package dev.quarry.qmp.codec;

import tools.jackson.databind.JavaType;

import java.util.LinkedHashMap;
import java.util.Map;

/** The constants of an enumeration that Jackson knows as a type. */
final class OpenEnumConstants {
    private OpenEnumConstants() {}

    /**
     * The constants by wire name.
     *
     * @param type the enumeration, or {@link OpenEnum} of it
     */
    static Map<String, OpenEnum<?>> of(JavaType type) {
        JavaType open = type.findSuperType(OpenEnum.class);
        Map<String, OpenEnum<?>> constants = new LinkedHashMap<>();
        if (open != null && open.containedTypeCount() == 1) {
            Object[] values = open.containedType(0).getRawClass().getEnumConstants();
            for (Object value : values == null ? new Object[0] : values) {
                OpenEnum<?> constant = (OpenEnum<?>) value;
                constants.put(constant.wireName(), constant);
            }
        }
        return constants;
    }
}
