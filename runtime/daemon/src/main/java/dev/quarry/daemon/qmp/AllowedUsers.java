package dev.quarry.daemon.qmp;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The users of this machine that may use a monitor on a unix socket. Immutable. */
public final class AllowedUsers {
    /** No limit. */
    public static final AllowedUsers EVERYBODY = new AllowedUsers(null);

    private final @Nullable Set<UserPrincipal> users;

    private AllowedUsers(@Nullable Set<UserPrincipal> users) {
        this.users = users;
    }

    /**
     * Those users alone.
     *
     * @param names user names or user ids
     * @throws MonitorException naming the one that is neither
     */
    public static AllowedUsers of(List<String> names) {
        Set<UserPrincipal> users = new HashSet<>();
        for (String name : names) {
            users.add(user(name));
        }
        return new AllowedUsers(users);
    }

    /** Whether there is a limit. */
    boolean areLimited() {
        return users != null;
    }

    /** Whether this user may; null is a peer that cannot be told. */
    boolean contains(@Nullable UserPrincipal user) {
        return users == null || (user != null && users.contains(user));
    }

    private static UserPrincipal user(String name) {
        try {
            UserPrincipalLookupService lookup =
                    FileSystems.getDefault().getUserPrincipalLookupService();
            return lookup.lookupPrincipalByName(name);
        } catch (IOException e) {
            throw new MonitorException("there is no user '" + name + "'", e);
        }
    }
}
