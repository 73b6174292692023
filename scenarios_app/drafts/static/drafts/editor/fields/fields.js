/** Draws any record of the document from a description of its form, and writes changes back. */

import { h } from "../../../darkseas/kit/dom.js";
import { choicePart, selectPart, ticksPart, truthPart } from "./controls/choices.js";
import { helpOf } from "./controls/labels.js";
import { datePart, fractionPart, hexPart, positionPart, textPart, wholePart } from "./controls/typed.js";
import { listPart, numbersPart } from "./list_fields.js";
import { mappingPart } from "./mapping_fields.js";
import { written } from "./document_paths.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("./controls/form_context.js").FormContext} FormContext */

/** @type {Record<string, (formContext: FormContext, field: Field, place: Place) => Part>} */
const KINDS = {
  whole: wholePart,
  truth: truthPart,
  choice: choicePart,
  fraction: fractionPart,
  hex: hexPart,
  date: datePart,
  position: positionPart,
  list: someList,
  record: recordPart,
  options: recordPart,
  text: (formContext, field, place) =>
    (field.names || field.choices?.length ? selectPart : textPart)(formContext, field, place),
  mapping: (formContext, field, place) => mappingPart(formContext, field, place, fieldPart),
};

/**
 * One field of any kind.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part}
 */
export function fieldPart(formContext, field, place) {
  return (KINDS[field.kind] ?? textPart)(formContext, field, place);
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
function someList(formContext, field, place) {
  const of = /** @type {Field} */ (field.of ?? { name: "", kind: "text" });
  if (of.choices?.length || of.names || field.names) return ticksPart(formContext, field, place);
  if (of.kind === "whole") return numbersPart(formContext, field, place);
  return listPart(formContext, field, place, fieldPart);
}

/**
 * All fields of a record.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part}
 */
function recordPart(formContext, field, place) {
  const parts = (field.fields ?? []).map((one) => fieldPart(formContext, one, [...place, one.name]));
  const title = field.title ? h("legend", {}, field.title) : null;
  const element = h(
    "fieldset",
    { class: "record", "data-place": written(place), "aria-label": title ? null : field.label },
    title,
    helpOf(formContext, field),
    h("p", { class: "found" }),
    ...parts.map((one) => one.element),
  );
  return {
    element,
    update: () => {
      for (const part of parts) part.update();
    },
  };
}

/**
 * The fields of a part of the document without anything around them.
 * @param {FormContext} formContext @param {Field[]} fields @param {Place} place @returns {Part}
 */
export function fieldsPart(formContext, fields, place) {
  const parts = fields.map((one) => fieldPart(formContext, one, [...place, one.name]));
  const element = h(
    "div",
    { class: "fields", "data-place": written(place) },
    h("p", { class: "found" }),
    ...parts.map((one) => one.element),
  );
  return {
    element,
    update: () => {
      for (const part of parts) part.update();
    },
  };
}
