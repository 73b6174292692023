/** Keys made from names: small letters, digits and hyphens. */

import { plainText } from "./plain_text.js";

const LONGEST = 40;

/** A name as a key; an empty one where nothing of it can stay. @param {string} name */
export function keyOf(name) {
  return plainText(name)
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
}

/**
 * A key that nobody has yet.
 * @param {string} name @param {Iterable<string>} taken @param {string} [fallback]
 */
export function freshKey(name, taken, fallback = "one") {
  const used = new Set(taken);
  const key = keyOf(name) || fallback;
  if (!used.has(key)) return key;
  for (let number = 2; ; number += 1) {
    const next = `${key.slice(0, LONGEST - 4)}-${number}`;
    if (!used.has(next)) return next;
  }
}
