/** What a form is about, and how its fields are read from the document and written to it. */

import { at, put, same, written } from "../document_paths.js";

/** @typedef {import("../../types.js").Field} Field */
/** @typedef {import("../../types.js").Place} Place */
/** @typedef {import("../../types.js").Part} Part */
/** @typedef {import("../../types.js").Spec} Spec */

/**
 * What a form is about: the page's context, whose fields these are ("Japan") for the names of steps, and
 * what else a step does to the document.
 * @typedef {object} FormContext
 * @property {import("../../types.js").Context} context
 * @property {string} [subject]
 * @property {boolean} [isCompact]  little room: no help beside the fields, no radio buttons
 * @property {(spec: Spec, place: Place) => Spec} [amend]
 * @property {(field: Field, place: Place) => Part | null} [beside]  what stands behind a field's label
 * @property {(place: Place, field: Field) => HTMLElement | null} [after]
 */

/**
 * Returns the value of a field in the document, or its default.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @returns {unknown}
 */
export function valueOf(formContext, field, place) {
  const value = at(formContext.context.store.spec, place);
  return value === undefined ? field.default : value;
}

/**
 * The members of a field that is a list.
 * @param {FormContext} formContext @param {Field} field @param {Place} place
 */
export function membersAt(formContext, field, place) {
  return /** @type {unknown[]} */ (valueOf(formContext, field, place) ?? []);
}

/**
 * Writes a value as one step; at its default the field is left out.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @param {unknown} value
 * @param {boolean} [join]
 */
export function write(formContext, field, place, value, join = false) {
  const isLeftOut =
    typeof place.at(-1) === "string" && "default" in field && same(value ?? null, field.default ?? null);
  const label = [field.title || field.name, formContext.subject].filter(Boolean).join(", ");
  formContext.context.store.change(
    label,
    (spec) => {
      const next = put(spec, place, isLeftOut ? undefined : value);
      return next === spec || !formContext.amend ? next : formContext.amend(next, place);
    },
    { join: join ? written(place) : false },
  );
}
