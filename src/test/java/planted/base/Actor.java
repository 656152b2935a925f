package planted.base;

/** Stands for the product's actor. */
public interface Actor {
    /** An actor of a kind. */
    record User(String name) implements Actor {}
}
