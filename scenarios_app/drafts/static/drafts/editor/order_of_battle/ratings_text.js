/** A ship's ratings in one line, drawn from the form of the system. */

import { writeFraction } from "../../../darkseas/kit/fractions.js";
import { same } from "../fields/document_paths.js";

/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {{name: string, words: string}} Rating */

/**
 * Each rating that is not at its default, in the order of the form.
 * @param {Field | undefined} form @param {Answers | null | undefined} ratings @returns {Rating[]}
 */
export function ratingsInWords(form, ratings) {
  if (!ratings) return [];
  return (form?.fields ?? []).flatMap((field) => {
    const value = ratings[field.name];
    if (value === undefined || ("default" in field && same(value, field.default))) return [];
    const words = inWords(field, value);
    return words
      ? [
          {
            name: field.name,
            words: isNamed(field) ? `${(field.title ?? field.name).toLowerCase()} ${words}` : words,
          },
        ]
      : [];
  });
}

/** Lists of records, such as batteries, say what they are by themselves. @param {Field} field */
function isNamed(field) {
  return !(field.kind === "list" && field.of?.kind === "record");
}

/** @param {Field} field @param {unknown} value @returns {string} */
function inWords(field, value) {
  if (field.kind === "list") return listInWords(field, value);
  if (field.kind === "record") {
    const answers = /** @type {Answers} */ (value);
    return (field.fields ?? [])
      .map((one) => partInWords(one, answers[one.name]))
      .filter(Boolean)
      .join(" ");
  }
  if (field.kind === "fraction") return writeFraction(/** @type {string | number} */ (value));
  if (value === true) return "yes";
  if (value === false || value === null) return "";
  return field.unit === "inches" ? `${value} in` : String(value);
}

/** A part of a record, such as of a battery: "6 guns", "of 8 in", "ahead 2". @param {Field} field
 * @param {unknown} value @returns {string} */
function partInWords(field, value) {
  if (value === undefined || ("default" in field && same(value, field.default))) return "";
  const words = inWords(field, value);
  if (!field.unit || !words) return words;
  if (field.unit === "inches") return `of ${words}`;
  return field.unit === field.name
    ? `${words} ${field.unit}`
    : `${(field.title ?? field.name).toLowerCase()} ${words}`;
}

/** @param {Field} field @param {unknown} value */
function listInWords(field, value) {
  if (!Array.isArray(value)) return "";
  const of = field.of ?? { name: "", kind: "text" };
  const isPlain = value.every((one) => typeof one === "number");
  return value
    .map((one) => inWords(of, one))
    .filter(Boolean)
    .join(isPlain ? "-" : ", ");
}
