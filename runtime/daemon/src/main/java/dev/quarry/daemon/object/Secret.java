package dev.quarry.daemon.object;

import dev.quarry.qapi.generated.QCryptoSecretFormat;
import dev.quarry.qapi.generated.SecretProperties;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;

/** A password or a key. Its content leaves it by {@link #content} alone. Immutable. */
public final class Secret implements QomObject {
    private static final int MAX_BYTES = 1 << 20;

    private final SecretProperties given;
    private final byte[] content;

    /**
     * Takes, reads and decrypts what is described. May wait for a file.
     *
     * @param others where the key is, if the content is encrypted
     */
    public Secret(SecretProperties given, ObjectRegistry others) {
        if (given.loaded() != null) {
            throw QmpException.generic("Parameter 'loaded' cannot be given");
        }
        byte[] raw = decoded(given, source(given));
        String key = given.keyid();
        this.given = given;
        this.content =
                key == null
                        ? raw
                        : Decryption.aesCbc(raw, others.get(key, Secret.class).content, iv(given));
    }

    /** The secret itself. */
    public byte[] content() {
        return content.clone();
    }

    @Override
    public String type() {
        return "secret";
    }

    @Override
    public Map<String, Property> properties() {
        return Map.of(
                "loaded", Property.flag(true),
                "format", Property.text("QCryptoSecretFormat", format(given).wireName()),
                "keyid", text(given.keyid()),
                "iv", text(given.iv()),
                "file", text(given.file()),
                "data", new Property("string", null, null));
    }

    /** Never the content: this is what a log would show. */
    @Override
    public String toString() {
        return "secret";
    }

    private static Property text(@Nullable String value) {
        return Property.text("string", Objects.requireNonNullElse(value, ""));
    }

    private static QCryptoSecretFormat format(SecretProperties given) {
        return Objects.requireNonNullElse(given.format(), QCryptoSecretFormat.RAW);
    }

    private static byte[] source(SecretProperties given) {
        String data = given.data();
        String file = given.file();
        if (data != null && file != null) {
            throw QmpException.generic("Parameters 'data' and 'file' exclude each other");
        }
        if (data != null) {
            return data.getBytes(StandardCharsets.UTF_8);
        }
        if (file == null) {
            throw QmpException.generic("A secret needs 'data' or 'file'");
        }
        return read(file);
    }

    private static byte[] read(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length <= MAX_BYTES) {
                return bytes;
            }
            throw QmpException.generic(
                    "'" + file + "' is too long for a secret: more than " + MAX_BYTES + " bytes");
        } catch (IOException e) {
            throw QmpException.generic("Cannot read the secret's file '" + file + "': " + e);
        }
    }

    private static byte[] decoded(SecretProperties given, byte[] source) {
        return format(given) == QCryptoSecretFormat.BASE64 ? base64("content", source) : source;
    }

    private static byte[] iv(SecretProperties given) {
        String iv = given.iv();
        if (iv == null) {
            throw QmpException.generic("Parameter 'iv' is needed with 'keyid'");
        }
        return base64("'iv'", iv.getBytes(StandardCharsets.UTF_8));
    }

    /** Line ends are no part of it: files have them. */
    private static byte[] base64(String what, byte[] text) {
        String letters = new String(text, StandardCharsets.ISO_8859_1).replaceAll("[\\r\\n]", "");
        try {
            return Base64.getDecoder().decode(letters);
        } catch (IllegalArgumentException e) {
            throw QmpException.generic("The secret's " + what + " is not base64");
        }
    }
}
