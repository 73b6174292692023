/** Fractions as people write them and as the document has them ("55/2"). */

/** @type {Record<string, string>} */
const SIGNS = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};
const WORDS = Object.fromEntries(Object.entries(SIGNS).map(([sign, part]) => [part, sign]));

/** @param {number} one @param {number} other @returns {number} */
function divisor(one, other) {
  return other ? divisor(other, one % other) : one;
}

/** @param {number} over @param {number} under */
function lowest(over, under) {
  const common = divisor(Math.abs(over), under) || 1;
  return under / common === 1 ? String(over / common) : `${over / common}/${under / common}`;
}

/**
 * What was typed ("1/2", "0.5", "0,5", "½", "27½", "1 1/2") as the document writes it, null where it is no number.
 * @param {string} text @returns {string | null}
 */
export function readFraction(text) {
  const signed = text.trim().replace("−", "-");
  const sign = signed.startsWith("-") ? -1 : 1;
  const plain = signed
    .replace(/^-/, "")
    .replace(/[½⅓⅔¼¾⅛⅜⅝⅞]/g, (found) => ` ${SIGNS[found]}`)
    .trim();
  const parted = plain.match(/^(?:(\d{1,9})\s+)?(\d{1,9})\/(\d{1,9})$/);
  if (parted) {
    const [whole, over, under] = [Number(parted[1] ?? 0), Number(parted[2]), Number(parted[3])];
    return under ? lowest(sign * (whole * under + over), under) : null;
  }
  const pointed = plain.match(/^(\d{0,9})(?:[.,](\d{1,6}))?$/);
  if (!pointed || !plain) return null;
  const under = 10 ** (pointed[2]?.length ?? 0);
  return lowest(sign * (Number(pointed[1] || 0) * under + Number(pointed[2] ?? 0)), under);
}

/** A fraction as people write it: "55/2" is 27½, "22/7" stays. @param {string | number} value */
export function writeFraction(value) {
  const found = String(value).match(/^(-?)(\d+)\/(\d+)$/);
  if (!found) return String(value).replace("-", "−");
  const [over, under] = [Number(found[2]), Number(found[3])];
  const part = WORDS[`${over % under}/${under}`];
  if (!part) return `${found[1] ? "−" : ""}${over}/${under}`;
  return `${found[1] ? "−" : ""}${Math.floor(over / under) || ""}${part}`;
}
