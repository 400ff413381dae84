package dev.quarry.daemon.command;

import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import java.util.regex.Pattern;

/**
 * The rule that names of devices follow: a letter, then letters, digits, '-', '.', '_'; 31 at most.
 */
final class DeviceNames {
    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,30}");

    private DeviceNames() {}

    /**
     * The name itself.
     *
     * @throws QmpException if it is malformed
     */
    static String checked(String id) {
        if (!WELL_FORMED.matcher(id).matches()) {
            throw new QmpException(
                    QmpErrorClass.GENERIC_ERROR,
                    "Parameter 'id' must be a letter followed by at most 30 letters, digits, '-',"
                            + " '.' or '_', not '"
                            + id
                            + "'");
        }
        return id;
    }
}
