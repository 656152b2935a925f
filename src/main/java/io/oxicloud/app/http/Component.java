package io.oxicloud.app.http;

/**
 * Something that the product cannot work without.
 *
 * @param name shown to everybody
 * @param check throws if it does not work, within a few seconds
 */
public record Component(String name, Check check) {
    /** Throws if it does not work. */
    @FunctionalInterface
    public interface Check {
        void run() throws Exception;
    }
}
