// Cuts and hashes streams with the browser build and writes down what came out, as BrowserCases does on the JVM.

export function report(Cutter, cases) {
  let chunks = [];
  const cutter = new Cutter((length, digest) => chunks.push({ length, digest }));
  return cases.map(({ seed, length, feed }) => {
    chunks = [];
    feedAtRandom(cutter, xorshift(seed, length), feed);
    const whole = hex(cutter.finish());
    return `${whole}\n${chunks.map((chunk) => `${chunk.length} ${hex(chunk.digest)}\n`).join("")}`;
  }).join("");
}

/** Streams.xorshift */
function xorshift(seed, length) {
  const stream = new Uint8Array(length);
  const next = states(seed);
  for (let i = 0; i < length; i++) {
    stream[i] = next();
  }
  return stream;
}

function states(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}

/** Through one array that is used again and again, each piece at another place of it. */
function feedAtRandom(cutter, stream, seed) {
  const next = states(seed);
  const array = new Uint8Array(1_000_000);
  let at = 0;
  while (at < stream.length) {
    const greatest = [200, 5_000, 100_000, 900_000][next() & 3];
    const piece = stream.subarray(at, at + 1 + (next() >>> 1) % greatest);
    const place = (next() >>> 1) % 1_000;
    array.set(piece, place);
    cutter.update(array.subarray(place, place + piece.length));
    at += piece.length;
  }
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
