package dev.quarry.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Handles on the C functions used here, and the one way to call them: again on {@code EINTR},
 * {@link PosixException} on any other failure.
 *
 * <p>Every handle but the last takes the place for {@code errno} first. Each thread has one such
 * place for as long as it lives: callers are few platform threads, and allocating it per call would
 * cost a tenth of a small read.
 */
@SuppressWarnings("restricted")
final class CLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ThreadLocal<MemorySegment> CAPTURE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STATE));

    static final MethodHandle OPEN =
            variadic("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    static final MethodHandle IOCTL =
            variadic("ioctl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    static final MethodHandle FCNTL =
            variadic("fcntl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    static final MethodHandle DUP3 =
            function("dup3", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    static final MethodHandle PREAD = function("pread", transfer());
    static final MethodHandle PWRITE = function("pwrite", transfer());
    static final MethodHandle LSEEK =
            function("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
    static final MethodHandle FALLOCATE =
            function(
                    "fallocate",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    static final MethodHandle FTRUNCATE =
            function("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    static final MethodHandle FDATASYNC =
            function("fdatasync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    static final MethodHandle STATX =
            function(
                    "statx",
                    FunctionDescriptor.of(
                            JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));

    /** Sets no {@code errno}, and is over before a state of the thread would be worth changing. */
    static final MethodHandle MEMCMP =
            LINKER.downcallHandle(
                    address("memcmp"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG),
                    Linker.Option.critical(true));

    private CLibrary() {}

    /** One attempt of a call; gets the place for {@code errno}. */
    @FunctionalInterface
    interface Call {
        long attempt(MemorySegment state) throws Throwable;
    }

    /** Makes the call and returns its result, which is not negative. */
    static long call(String name, Call call) {
        long result = attempt(name, call);
        if (result < 0) {
            throw new PosixException((int) -result, name);
        }
        return result;
    }

    /** Makes the call; a failure is returned as the negative error number. */
    static long attempt(String name, Call call) {
        MemorySegment state = CAPTURE.get();
        while (true) {
            long result = invoke(name, call, state);
            if (result >= 0) {
                return result;
            }
            int errno = (int) ERRNO.get(state, 0L);
            if (errno != Errno.EINTR.value()) {
                return -errno;
            }
        }
    }

    private static long invoke(String name, Call call, MemorySegment state) {
        try {
            return call.attempt(state);
        } catch (RuntimeException | Error problem) {
            throw problem;
        } catch (Throwable impossible) {
            throw new AssertionError(name, impossible); // C throws nothing
        }
    }

    private static FunctionDescriptor transfer() {
        return FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(address(name), descriptor, errno());
    }

    private static MethodHandle variadic(String name, int first, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(
                address(name), descriptor, errno(), Linker.Option.firstVariadicArg(first));
    }

    private static MemorySegment address(String name) {
        return LINKER.defaultLookup().findOrThrow(name);
    }

    private static Linker.Option errno() {
        return Linker.Option.captureCallState("errno");
    }
}
