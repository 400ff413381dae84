package dev.quarry.daemon.qmp;

import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.JsonInput;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** What one message of a client comes to. */
sealed interface Task {
    /** Whether it is done beside the tasks that came before it, and not after them. */
    boolean overtakes();

    /** Whether it is done without waiting for anything, so that it needs no thread of its own. */
    boolean isQuick();

    /** A message that runs nothing, and the whole reply to it. */
    final class Refusal implements Task {
        private final byte[] reply;
        private final boolean overtakes;

        Refusal(byte[] reply, boolean overtakes) {
            this.reply = reply;
            this.overtakes = overtakes;
        }

        /** Not to be changed: it may be sent to others as well. */
        byte[] reply() {
            return reply;
        }

        @Override
        public boolean overtakes() {
            return overtakes;
        }

        @Override
        public boolean isQuick() {
            return true;
        }
    }

    /** A command to be run. */
    record Call(
            Command command,
            JsonInput arguments,
            @Nullable JsonNode id,
            boolean overtakes,
            boolean isQuick)
            implements Task {}
}
