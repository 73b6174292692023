/** A ship's ratings in one line, drawn from the form of the system. */

import { writeFraction } from "../../../darkseas/kit/fractions.js";
import { same } from "../fields/document_paths.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {{name: string, words: string}} Rating */

/**
 * Each rating that is not at its default, in the order of the form.
 * @param {Field | undefined} form @param {any} ratings @returns {Rating[]}
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

/** @param {Field} field @param {any} value @returns {string} */
function inWords(field, value) {
  if (field.kind === "list") return listInWords(field, value);
  if (field.kind === "record")
    return (field.fields ?? [])
      .map((one) => (value[one.name] === undefined ? "" : inWords(one, value[one.name])))
      .filter(Boolean)
      .join(" ");
  if (field.kind === "fraction") return writeFraction(value);
  if (value === true) return "yes";
  return value === false || value === null ? "" : String(value);
}

/** @param {Field} field @param {any} value */
function listInWords(field, value) {
  if (!Array.isArray(value)) return "";
  const of = field.of ?? { name: "", kind: "text" };
  const isPlain = value.every((one) => typeof one === "number");
  return value
    .map((one) => inWords(of, one))
    .filter(Boolean)
    .join(isPlain ? "-" : ", ");
}
