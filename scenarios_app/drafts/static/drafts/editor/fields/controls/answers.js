/** The answers that a field offers. */

import { candidates } from "../name_choices.js";

/** @typedef {import("../../types.js").Field} Field */
/** @typedef {import("../../types.js").Place} Place */
/** @typedef {import("../../types.js").Choice} Choice */
/** @typedef {import("./form_context.js").FormContext} FormContext */

/**
 * What may be answered: fixed answers, and what of the document it may name.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Choice[]}
 */
export function answersOf(formContext, field, place) {
  const fixed = (field.choices ?? []).map((one) => ({
    value: one.value,
    words: one.words || String(one.value),
  }));
  const named = field.names ? candidates(formContext.context.store.spec, field.names, place) : [];
  const optional =
    field.optional && !fixed.some((one) => one.value === null) ? [{ value: null, words: "none" }] : [];
  const empty = field.names && field.default === "" ? [{ value: "", words: "none" }] : [];
  return [...optional, ...empty, ...named, ...fixed];
}
