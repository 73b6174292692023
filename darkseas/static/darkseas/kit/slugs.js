/** Texts without accents, for searching, and keys made from names: small letters, digits and hyphens. */

const LONGEST = 40;

/** Letters without a separable accent. @type {Record<string, string>} */
const PLAIN = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "ng",
};
const ASCII = /^[ -~]*$/;
const LETTERS = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/** A text in small letters without accents, as the server makes it. @param {string} text */
export function plainText(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(LETTERS, (letter) => PLAIN[letter] ?? letter);
}

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
