package dev.quarry.qmp.codec;

/** The error classes of the protocol; nearly every failure is a {@link #GENERIC_ERROR}. */
public enum QmpErrorClass {
    GENERIC_ERROR("GenericError"),
    COMMAND_NOT_FOUND("CommandNotFound"),
    DEVICE_NOT_ACTIVE("DeviceNotActive"),
    DEVICE_NOT_FOUND("DeviceNotFound"),
    KVM_MISSING_CAP("KVMMissingCap");

    private final String wireName;

    QmpErrorClass(String wireName) {
        this.wireName = wireName;
    }

    /** The name on the wire, such as {@code GenericError}. */
    public String wireName() {
        return wireName;
    }

    /** The class of that wire name; one this version does not know counts as a generic error. */
    public static QmpErrorClass ofWireName(String wireName) {
        for (QmpErrorClass c : values()) {
            if (c.wireName.equals(wireName)) {
                return c;
            }
        }
        return GENERIC_ERROR;
    }
}
