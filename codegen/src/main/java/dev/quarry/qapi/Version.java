package dev.quarry.qapi;

import picocli.CommandLine.IVersionProvider;

/** Which Quarry this is: the version in the jar, as {@code quarryd} tells its own. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"qapi " + (version == null ? "development" : version)};
    }
}
