package dev.quarry.daemon;

/**
 * The value of {@code --monitor}.
 *
 * @param chardev the id of the channel to speak QMP on
 * @param pretty whether to indent what is sent
 */
record MonitorOptions(String chardev, boolean pretty) {

    /**
     * Reads the value of {@code --monitor}.
     *
     * @throws CommandLineException if it is malformed or asks for what is not supported
     */
    static MonitorOptions parse(StartOption option) {
        OptionMembers members = new OptionMembers(option);
        String chardev = members.text("chardev");
        boolean pretty = members.flag("pretty", false);
        members.optionalText("id");
        String mode = members.optionalText("mode");
        if (mode != null && !mode.equals("control")) {
            throw new CommandLineException("'mode' supports control only, not '" + mode + "'");
        }
        members.end();
        return new MonitorOptions(chardev, pretty);
    }
}
