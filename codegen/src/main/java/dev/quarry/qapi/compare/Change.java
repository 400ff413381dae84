package dev.quarry.qapi.compare;

/**
 * One difference.
 *
 * @param subject where it is, such as {@code command blockdev-add: file.cache}
 * @param text what changed
 * @param breaks whether a client written for the old schema may fail with a server of the new one
 */
public record Change(String subject, String text, boolean breaks) {
    @Override
    public String toString() {
        return (breaks ? "breaks " : "fine   ") + subject + ": " + text;
    }
}
