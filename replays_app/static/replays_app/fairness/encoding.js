/** The encoding of battle files and dice messages: ds-json-1, hex, text preceded by its length. */

import { joined } from "./sha256.js";

const KEY = /^[A-Za-z0-9_.:/>-]{1,200}$/;

/** @param {unknown} sound @param {string} why @returns {asserts sound} */
export function need(sound, why) {
  if (!sound) throw new Error(why);
}

export const utf8 = new TextEncoder();
/**
 * Text preceded by its length, numbers in four bytes, bytes unchanged.
 * @param {(Uint8Array|string|number)[]} parts
 */
export function packed(...parts) {
  return joined(
    ...parts.map((part) => {
      if (typeof part === "number") return bytesOfNumber(part, 4);
      if (typeof part !== "string") return part;
      const text = utf8.encode(part);
      return joined(bytesOfNumber(text.length, 2), text);
    }),
  );
}

/** @param {number} number @param {number} size */
export function bytesOfNumber(number, size) {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(number / 256 ** (size - 1 - i)) % 256);
}

/** The bytes that state the purpose of a dice message. @param {string} what */
export const tag = (what) => utf8.encode(`darkseas/dice/1/${what}\0`);

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {unknown} text @param {number[]} sizes */
export function unhex(text, ...sizes) {
  need(typeof text === "string" && /^([0-9a-f]{2})*$/.test(text), "no lower-case hex");
  need(sizes.includes(text.length / 2), "no hex of its length");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {unknown} value @param {number} depth @returns {string} */
export function canonical(value, depth) {
  if (Array.isArray(value)) {
    need(depth, "too deep");
    return `[${value.map((part) => canonical(part, depth - 1)).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    need(depth && parts.every(([key]) => KEY.test(key)), "a name that ds-json-1 does not know");
    return `{${parts.map(([key, part]) => `"${key}":${canonical(part, depth - 1)}`).join(",")}}`;
  }
  const isPlain = value === null || typeof value === "boolean" || Number.isSafeInteger(value);
  need(isPlain || (typeof value === "string" && !value.includes("\0")), "what ds-json-1 does not hold");
  return JSON.stringify(value);
}

/** Seeds or nonces of the sides, sorted by name. @param {Record<string, string>} given */
export function bySide(given) {
  const sides = Object.keys(given).sort();
  return joined(
    ...sides.map((side) => {
      const seed = unhex(given[side], 0, 32);
      return joined(packed(`side:${side}`), bytesOfNumber(seed.length, 2), seed);
    }),
  );
}
