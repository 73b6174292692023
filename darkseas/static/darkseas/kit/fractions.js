/** Fractions as people write them (27½) and as data have them ("55/2"), alike to the engine's `wording`. */

const MINUS = "−";

/** @type {Record<string, string>} */
const SIGNS = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅙": "1/6",
  "⅚": "5/6",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};
const PARTS = Object.fromEntries(Object.entries(SIGNS).map(([sign, part]) => [part, sign]));
const ANY_SIGN = new RegExp(`[${Object.keys(SIGNS).join("")}]`, "g");

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
 * What was typed ("1/2", "0.5", "0,5", "½", "27½", "1 1/2") as data have it, null where it is no number.
 * @param {string} text @returns {string | null}
 */
export function readFraction(text) {
  const signed = text.trim().replace(MINUS, "-");
  const sign = signed.startsWith("-") ? -1 : 1;
  const plain = signed
    .replace(/^-/, "")
    .replace(ANY_SIGN, (found) => ` ${SIGNS[found]}`)
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

/**
 * A number as people write it: "55/2" is 27½, "17/12" 1 5/12; other text stays.
 * @param {string | number} value @returns {string}
 */
export function writeFraction(value) {
  const plain = String(value).replace(/^-(?=\d)/, MINUS);
  const parted = plain.match(/^(−?)(\d+)\/(\d+)$/);
  if (!parted || !Number(parted[3])) return plain;
  const [over, under = 1] = lowest(Number(parted[2]), Number(parted[3])).split("/").map(Number);
  const [whole, rest] = [Math.floor(over / under), over % under];
  if (!rest) return `${whole ? parted[1] : ""}${whole}`;
  const part = PARTS[`${rest}/${under}`] ?? `${whole ? " " : ""}${rest}/${under}`;
  return `${parted[1]}${whole || ""}${part}`;
}

/** Digits that a number of JavaScript holds for certain. */
const DIGITS = 15;

/**
 * Both parts of a fraction as numbers, the last digits of long ones left out alike.
 * @param {string} text @returns {[number, number]}
 */
function partsOf(text) {
  const [over, under = "1"] = text.split("/");
  const spare = Math.max(0, under.length - DIGITS);
  const parts = spare ? [over.slice(0, -spare) || "0", under.slice(0, -spare)] : [over, under];
  return [Number(parts[0]), Number(parts[1])];
}

/** How much it is, to be drawn. @param {string} text  a fraction as data have it @returns {number} */
export function amountOf(text) {
  const [over, under] = partsOf(text);
  return over / under;
}

/**
 * A chance in whole hundredths, as the engine's words have it: never nought or all where it is neither.
 * @param {string} chance  a fraction as data have it @returns {string}
 */
export function percent(chance) {
  const [over, under] = `${chance}/1`.split("/").map((part) => BigInt(part));
  const hundredths = (200n * over + under) / (2n * under);
  if (over && !hundredths) return "under 1 %";
  return hundredths >= 100n && over < under ? "over 99 %" : `${hundredths} %`;
}
