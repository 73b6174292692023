/** A whole number as it is typed, and the bounds that its field gives. */

/** @typedef {import("../../types.js").Field} Field */

/** @param {Field} field */
function bounds(field) {
  if (isNumber(field.least) && isNumber(field.most)) return `from ${field.least} to ${field.most}`;
  if (isNumber(field.least)) return `of ${field.least} or more`;
  return isNumber(field.most) ? `of ${field.most} or less` : "";
}

/** @param {unknown} value */
const isNumber = (value) => typeof value === "number";

/**
 * The number that a text says: none, with a sentence, where it says none; one with a sentence where it is
 * out of bounds.
 * @param {Field} field @param {string} text @returns {{value?: number | null, words?: string}}
 */
export function readWhole(field, text) {
  if (text.trim() === "" && field.optional) return { value: null };
  if (!/^\s*[-−]?\d{1,9}\s*$/.test(text))
    return { words: `Give a whole number ${bounds(field)}.`.replace(" .", ".") };
  const value = Number(text.trim().replace("−", "-"));
  const isOut =
    (isNumber(field.least) && value < Number(field.least)) ||
    (isNumber(field.most) && value > Number(field.most));
  return { value, words: isOut ? `This must be a whole number ${bounds(field)}.` : "" };
}
