package io.oxicloud.app.settings;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Blocks of IP addresses (RFC 4632), such as {@code 10.0.0.0/8, 2001:db8::/32, 192.0.2.7}. Immutable. */
public final class AddressBlocks {
    public static final AddressBlocks NONE = new AddressBlocks(List.of());

    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final List<Block> blocks;

    private AddressBlocks(List<Block> blocks) {
        this.blocks = blocks;
    }

    /**
     * Reads a list whose members are separated by commas or blanks.
     *
     * @throws IllegalArgumentException naming the member that is not a block; host names are none
     */
    public static AddressBlocks parse(String text) {
        List<Block> blocks = new ArrayList<>();
        for (String member : text.strip().split("[,\\s]+", -1)) {
            if (!member.isEmpty()) {
                blocks.add(Block.parse(member));
            }
        }
        return new AddressBlocks(List.copyOf(blocks));
    }

    /** Whether the numeric address lies in one of the blocks; false for anything that is not a numeric address. */
    public boolean contains(String address) {
        if (blocks.isEmpty() || !isNumeric(address)) {
            return false;
        }
        byte[] bytes = bytes(address);
        return blocks.stream().anyMatch(block -> block.contains(bytes));
    }

    /** An address of the other family never lies in a block: IPv4 addresses in IPv6 form arrive as IPv4 from the JDK. */
    private record Block(BigInteger prefix, int width, int length) {
        static Block parse(String text) {
            int slash = text.indexOf('/');
            String address = slash < 0 ? text : text.substring(0, slash);
            if (!isNumeric(address)) {
                throw new IllegalArgumentException("is no address block: " + text);
            }
            byte[] bytes;
            int length;
            try {
                bytes = bytes(address);
                length = slash < 0 ? bytes.length * Byte.SIZE : Integer.parseInt(text.substring(slash + 1));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("is no address block: " + text, e);
            }
            int width = bytes.length * Byte.SIZE;
            if (length < 0 || length > width) {
                throw new IllegalArgumentException("has a prefix length out of range: " + text);
            }
            return new Block(prefix(bytes, length), width, length);
        }

        boolean contains(byte[] address) {
            return address.length * Byte.SIZE == width
                    && prefix(address, length).equals(prefix);
        }

        private static BigInteger prefix(byte[] address, int length) {
            return new BigInteger(1, address).shiftRight(address.length * Byte.SIZE - length);
        }
    }

    /** Whether it has the form of an IP address; a name would be asked of the resolver. */
    public static boolean isNumeric(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return false;
        }
        try {
            bytes(text); // asks no resolver: it has the form of an address
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] bytes(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("is no address: " + address, e);
        }
    }
}
