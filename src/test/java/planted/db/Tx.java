package planted.db;

/** Stands for the product's transactions. */
public final class Tx {
    /** A running transaction. */
    public record Scope(String id) {}
}
