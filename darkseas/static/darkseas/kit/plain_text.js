/** Texts for searching: small letters without accents, as the server's `without_accents.py` makes them. */

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

/** A text in small letters without accents. @param {string} text */
export function plainText(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(LETTERS, (letter) => PLAIN[letter] ?? letter);
}
