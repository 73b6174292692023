/**
 * Synchronous SHA-256 and HMAC (FIPS 180-4, 198-1): the browser's own need HTTPS and a promise for each hash.
 */

const BLOCK = 64;

/** The first fractional bits of the roots of primes. @param {number} count @param {number} root */
function fractions(count, root) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    const isPrime = Array.from({ length: number - 2 }, (_, i) => i + 2).every((by) => number % by);
    if (isPrime) found.push(((number ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = fractions(8, 2);
const ROUNDS = Int32Array.from(fractions(64, 3));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Int32Array} words  sixteen of the message @param {Int32Array} state */
function mixIn(words, state) {
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[i] + words[i]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
}

/** @param {Uint8Array} data @returns {Uint8Array} */
export function sha256(data) {
  const size = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(size - 4, (data.length << 3) >>> 0);
  const [state, words] = [Int32Array.from(START), new Int32Array(64)];
  for (let at = 0; at < size; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
    mixIn(words, state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array[]} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} key  64 bytes at most @param {Uint8Array} message */
export function hmac(key, message) {
  const [inner, outer] = [new Uint8Array(BLOCK), new Uint8Array(BLOCK)];
  inner.set(key);
  outer.set(key);
  const inside = sha256(
    joined(
      inner.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      outer.map((byte) => byte ^ 0x5c),
      inside,
    ),
  );
}
