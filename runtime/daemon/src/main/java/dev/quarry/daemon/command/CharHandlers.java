package dev.quarry.daemon.command;

import dev.quarry.qapi.generated.CharCommands;
import dev.quarry.qapi.generated.ChardevInfo;

import java.util.List;
import java.util.function.Supplier;

/** The command about channels. */
public final class CharHandlers implements CharCommands {
    private final Supplier<List<ChardevInfo>> channels;

    /**
     * @param channels those there are; asked for at each call
     */
    public CharHandlers(Supplier<List<ChardevInfo>> channels) {
        this.channels = channels;
    }

    @Override
    public List<ChardevInfo> queryChardev() {
        return channels.get();
    }
}
