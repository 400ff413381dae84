package dev.quarry.qmp.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test a fake server of its own, with all defaults, as a parameter.
 *
 * <pre>{@code
 * @Test
 * @ExtendWith(FakeQmpExtension.class)
 * void pausesTheGuest(FakeQmp qemu) { … }
 * }</pre>
 */
public final class FakeQmpExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace OURS = Namespace.create(FakeQmpExtension.class);

    /** Used by JUnit. */
    public FakeQmpExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType().equals(FakeQmp.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(OURS)
                .computeIfAbsent(FakeQmp.class, key -> FakeQmp.create(), FakeQmp.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        FakeQmp server = context.getStore(OURS).get(FakeQmp.class, FakeQmp.class);
        if (server != null) {
            server.afterEach(context);
        }
    }
}
