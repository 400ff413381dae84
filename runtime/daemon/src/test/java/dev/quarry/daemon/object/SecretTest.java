package dev.quarry.daemon.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.QCryptoSecretFormat;
import dev.quarry.qapi.generated.SecretProperties;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;

import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

class SecretTest {
    private static final byte[] PASSWORD = "p\u00e4ssword".getBytes(StandardCharsets.UTF_8);
    private static final byte[] KEY =
            "0123456789abcdef0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] IV = "sixteen bytes iv".getBytes(StandardCharsets.US_ASCII);

    @TempDir Path folder;
    private final ObjectRegistry others = new ObjectRegistry();

    @Test
    void isGivenInPlaceInAFileOrInBase64() throws IOException {
        assertArrayEquals(PASSWORD, secret(given().data("p\u00e4ssword")).content());
        Path file = Files.write(folder.resolve("s"), PASSWORD);
        assertArrayEquals(PASSWORD, secret(given().file(file.toString())).content());
        assertArrayEquals(
                PASSWORD,
                secret(given().data(base64(PASSWORD)).format(QCryptoSecretFormat.BASE64))
                        .content());
    }

    @Test
    void isDecryptedWithAnotherAsLibvirtSendsIt() throws Exception {
        others.add("master", secret(given().data(new String(KEY, StandardCharsets.US_ASCII))));
        Secret secret = secret(encrypted().keyid("master").iv(base64(IV)));
        assertArrayEquals(PASSWORD, secret.content());
    }

    @Test
    @SuppressWarnings("deprecation") // "loaded", on purpose
    void whatDoesNotGoTogetherIsRefusedByNameAndNeverTold() throws Exception {
        others.add("master", secret(given().data(new String(KEY, StandardCharsets.US_ASCII))));
        others.add(
                "other",
                secret(given().data("Z" + new String(KEY, 1, 31, StandardCharsets.US_ASCII))));
        others.add("short", secret(given().data("pw")));
        refused("'data' or 'file'", given());
        refused("exclude", given().data("pw").file("f"));
        refused("'loaded'", given().data("pw").loaded(true));
        refused("nowhere", given().file("/nowhere"));
        refused("base64", given().data("!").format(QCryptoSecretFormat.BASE64));
        refused("'nobody'", encrypted().keyid("nobody").iv(base64(IV)));
        refused("32", encrypted().keyid("short").iv(base64(IV)));
        refused("'iv'", encrypted().keyid("master"));
        refused("16", encrypted().keyid("master").iv("YQ=="));
        refused("wrong key", encrypted().keyid("other").iv(base64(IV)));
    }

    @Test
    void showsEverythingButItsContent() {
        Secret secret = secret(given().data("pw"));
        assertNull(Objects.requireNonNull(secret.properties().get("data")).reader());
        secret.properties().values().stream()
                .map(Property::reader)
                .filter(Objects::nonNull)
                .forEach(reader -> assertFalse(reader.get().toString().contains("pw")));
        assertFalse(secret.toString().contains("pw"));
    }

    private static SecretProperties.Builder given() {
        return SecretProperties.builder();
    }

    private static SecretProperties.Builder encrypted() throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"), new IvParameterSpec(IV));
        return given().data(base64(cipher.doFinal(PASSWORD))).format(QCryptoSecretFormat.BASE64);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private Secret secret(SecretProperties.Builder given) {
        return new Secret(given.build(), others);
    }

    private void refused(String naming, SecretProperties.Builder given) {
        var e = assertThrows(QmpException.class, () -> secret(given));
        assertTrue(e.description().contains(naming), e.description());
        assertFalse(e.description().contains("ssword"), e.description());
    }
}
