package dev.quarry.block.job;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.JobType;

import java.util.regex.Pattern;

/**
 * A job to be started.
 *
 * @param id a letter, then letters, digits, '-', '.' and '_'
 * @param autoFinalize whether its work becomes final without asking
 * @param autoDismiss whether it is forgotten as soon as it is over
 */
public record JobDefinition(String id, JobType type, boolean autoFinalize, boolean autoDismiss) {
    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

    /** Checks the id. */
    public JobDefinition {
        if (!WELL_FORMED.matcher(id).matches()) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Invalid job id '"
                            + id
                            + "': a letter, then letters, digits, '-', '.'"
                            + " or '_'");
        }
    }
}
