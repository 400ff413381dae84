package dev.quarry.qmp;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Cuts bytes into JSON tokens by QEMU's rules, in pieces of any size.
 *
 * <p>A byte that fits nowhere gives {@link JsonToken#ERROR} and is used up; then everything is
 * skipped up to a control character other than TAB, 0xFE, 0xFF, or one of {@code [ ] { } : ,},
 * which is read as if nothing had happened. Numbers and words end at the first byte that cannot
 * belong to them, which is left in the buffer. What a string's bytes mean is not looked at here.
 */
final class JsonLexer {
    private enum State {
        START,
        RECOVERY,
        STRING,
        ESCAPE,
        MINUS,
        ZERO,
        DIGITS,
        DOT,
        FRACTION,
        EXPONENT,
        EXPONENT_SIGN,
        EXPONENT_DIGITS,
        KEYWORD
    }

    private final ByteText text = new ByteText();
    private State state = State.START;
    private int quote;
    private int stray;
    private State strayIn = State.START;

    /** The text of the last token: a string without its quotes, its escapes as they came. */
    ByteText text() {
        return text;
    }

    /** True when no token has been begun and no garbage is being skipped. */
    boolean isIdle() {
        return state == State.START;
    }

    /** The next token, or null when the input is used up. */
    @Nullable JsonToken next(ByteBuffer in) {
        JsonToken token = null;
        while (token == null && in.hasRemaining()) {
            token =
                    switch (state) {
                        case START -> start(in.get() & 0xFF);
                        case RECOVERY -> recover(in);
                        case STRING -> string(in);
                        case ESCAPE -> escape(in.get() & 0xFF);
                        default -> numberOrKeyword(in);
                    };
        }
        return token;
    }

    /** Why the last token was {@link JsonToken#ERROR}. The same text for the same reason. */
    String problem() {
        return switch (strayIn) {
            case START -> StrayBytes.OUTSIDE[stray];
            case STRING, ESCAPE -> StrayBytes.IN_STRING[stray];
            default -> StrayBytes.IN_NUMBER[stray];
        };
    }

    private @Nullable JsonToken start(int octet) {
        text.clear();
        return switch (octet) {
            case ' ', '\t', '\r', '\n' -> null;
            case '{' -> JsonToken.OBJECT_START;
            case '}' -> JsonToken.OBJECT_END;
            case '[' -> JsonToken.ARRAY_START;
            case ']' -> JsonToken.ARRAY_END;
            case ':' -> JsonToken.COLON;
            case ',' -> JsonToken.COMMA;
            case '"', '\'' -> beginString(octet);
            case '-' -> begin(State.MINUS, octet);
            case '0' -> begin(State.ZERO, octet);
            default -> startWordOrDigits(octet);
        };
    }

    private @Nullable JsonToken startWordOrDigits(int octet) {
        if (isDigit(octet)) {
            return begin(State.DIGITS, octet);
        }
        return isLetter(octet) ? begin(State.KEYWORD, octet) : error(octet);
    }

    private @Nullable JsonToken beginString(int octet) {
        quote = octet;
        state = State.STRING;
        return null;
    }

    private @Nullable JsonToken begin(State next, int octet) {
        text.add(octet);
        state = next;
        return null;
    }

    private @Nullable JsonToken recover(ByteBuffer in) {
        if (endsRecovery(in.get(in.position()) & 0xFF)) {
            state = State.START;
        } else {
            in.get();
        }
        return null;
    }

    private static boolean endsRecovery(int octet) {
        return switch (octet) {
            case '\t' -> false;
            case '[', ']', '{', '}', ':', ',', 0xFE, 0xFF -> true;
            default -> octet < 0x20;
        };
    }

    /** Takes plain bytes in one go, then deals with the byte that stopped the run. */
    private @Nullable JsonToken string(ByteBuffer in) {
        int run = plainRun(in);
        text.add(in, run);
        if (text.length() > JsonFramer.MAX_BYTES) {
            return finish(JsonToken.TOO_LONG);
        }
        if (!in.hasRemaining()) {
            return null;
        }
        int octet = in.get() & 0xFF;
        if (octet == quote) {
            return finish(JsonToken.STRING);
        }
        return octet == '\\' ? begin(State.ESCAPE, octet) : error(octet);
    }

    private int plainRun(ByteBuffer in) {
        int from = in.position();
        int limit = Math.min(in.limit(), from + JsonFramer.MAX_BYTES + 1 - text.length());
        int at = from;
        while (at < limit && isPlain(in.get(at) & 0xFF)) {
            at++;
        }
        return at - from;
    }

    private boolean isPlain(int octet) {
        return octet >= 0x20 && octet < 0xFE && octet != quote && octet != '\\';
    }

    private @Nullable JsonToken escape(int octet) {
        if (octet < 0x20 || octet >= 0xFE) {
            return error(octet);
        }
        return begin(State.STRING, octet);
    }

    private @Nullable JsonToken numberOrKeyword(ByteBuffer in) {
        int octet = in.get(in.position()) & 0xFF;
        State next = following(state, octet);
        if (next != null) {
            in.get();
            begin(next, octet);
            return text.length() > JsonFramer.MAX_BYTES ? finish(JsonToken.TOO_LONG) : null;
        }
        JsonToken complete = complete(state, octet);
        if (complete == null) {
            in.get();
            return error(octet);
        }
        return finish(complete);
    }

    /** The state after a byte that belongs to the number or word, or null if it does not. */
    private static @Nullable State following(State state, int octet) {
        return switch (state) {
            case KEYWORD -> isLetter(octet) ? State.KEYWORD : null;
            case ZERO -> octet == '.' ? State.DOT : null;
            case DIGITS -> octet == '.' ? State.DOT : digitsOrExponent(state, octet);
            case FRACTION -> digitsOrExponent(state, octet);
            case EXPONENT -> exponentStart(octet);
            case MINUS -> octet == '0' ? State.ZERO : digits(State.DIGITS, octet);
            case DOT -> digits(State.FRACTION, octet);
            default -> digits(State.EXPONENT_DIGITS, octet);
        };
    }

    private static @Nullable State digitsOrExponent(State state, int octet) {
        return octet == 'e' || octet == 'E' ? State.EXPONENT : digits(state, octet);
    }

    private static @Nullable State exponentStart(int octet) {
        boolean sign = octet == '+' || octet == '-';
        return sign ? State.EXPONENT_SIGN : digits(State.EXPONENT_DIGITS, octet);
    }

    private static @Nullable State digits(State next, int octet) {
        return isDigit(octet) ? next : null;
    }

    /** The token that ends before this byte, or null if it cannot end here. */
    private static @Nullable JsonToken complete(State state, int octet) {
        return switch (state) {
            case KEYWORD -> JsonToken.KEYWORD;
            case ZERO -> isDigit(octet) ? null : JsonToken.INTEGER;
            case DIGITS -> JsonToken.INTEGER;
            case FRACTION, EXPONENT_DIGITS -> JsonToken.FLOAT;
            default -> null;
        };
    }

    private JsonToken finish(JsonToken token) {
        state = State.START;
        return token;
    }

    private JsonToken error(int octet) {
        stray = octet;
        strayIn = state;
        state = State.RECOVERY;
        text.clear();
        return JsonToken.ERROR;
    }

    private static boolean isDigit(int octet) {
        return octet >= '0' && octet <= '9';
    }

    private static boolean isLetter(int octet) {
        return octet >= 'a' && octet <= 'z';
    }
}
