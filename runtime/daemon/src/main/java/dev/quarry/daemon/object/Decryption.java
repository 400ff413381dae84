package dev.quarry.daemon.object;

import dev.quarry.qmp.codec.QmpException;

import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The encryption of secrets by another secret. */
final class Decryption {
    private static final int KEY_BYTES = 32;
    private static final int IV_BYTES = 16;

    private Decryption() {}

    /** AES with 256 bits in CBC mode, padded as PKCS#7 says. Failures never tell the content. */
    static byte[] aesCbc(byte[] encrypted, byte[] key, byte[] iv) {
        if (key.length != KEY_BYTES) {
            throw QmpException.generic(
                    "The key has " + key.length + " bytes, and must have " + KEY_BYTES);
        }
        if (iv.length != IV_BYTES) {
            throw QmpException.generic(
                    "Parameter 'iv' has " + iv.length + " bytes, and must have " + IV_BYTES);
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            cipher.init(
                    Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(iv));
            return cipher.doFinal(encrypted);
        } catch (GeneralSecurityException e) {
            throw QmpException.generic("The secret cannot be decrypted: wrong key, or damaged");
        }
    }
}
