package org.example.live;

import java.util.List;

/** The calls of a conversation. Clients differ in the names of types, and so in these. */
interface Steps {
    /** The server's version, such as 7.2. */
    String version();

    /** Adds a null-co node of that size in bytes, with detect-zeroes=on. */
    void addNode(String name, long size);

    /** Name, driver, size in bytes and detect-zeroes of each node. */
    List<String> nodes();

    /** What this kind of server can do beside. */
    void more(Conversation conversation) throws InterruptedException;

    /** Ends the server. */
    void quit(Conversation conversation) throws InterruptedException;
}
