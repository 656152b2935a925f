package planted.unlisted;

/** Lies in a package that no table lists. */
final class Stray {}
