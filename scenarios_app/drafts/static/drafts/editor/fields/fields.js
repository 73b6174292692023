/** Draws any record of the document from a description of its form, and writes back what is changed. */

import { h } from "../../../darkseas/kit/dom.js";
import {
  choicePart,
  datePart,
  fractionPart,
  helpOf,
  hexPart,
  positionPart,
  selectPart,
  textPart,
  ticksPart,
  truthPart,
  wholePart,
} from "./controls.js";
import { listPart, mappingPart, numbersPart } from "./list_fields.js";
import { written } from "./document_paths.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("./controls.js").Desk} Desk */

/** @type {Record<string, (desk: Desk, field: Field, place: Place) => Part>} */
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
  text: (desk, field, place) =>
    (field.names || field.choices?.length ? selectPart : textPart)(desk, field, place),
  mapping: (desk, field, place) => mappingPart(desk, field, place, fieldPart),
};

/** One field of any kind. @param {Desk} desk @param {Field} field @param {Place} place @returns {Part} */
export function fieldPart(desk, field, place) {
  return (KINDS[field.kind] ?? textPart)(desk, field, place);
}

/** @param {Desk} desk @param {Field} field @param {Place} place @returns {Part} */
function someList(desk, field, place) {
  const of = /** @type {Field} */ (field.of ?? { name: "", kind: "text" });
  if (of.choices?.length || of.names || field.names) return ticksPart(desk, field, place);
  if (of.kind === "whole") return numbersPart(desk, field, place);
  return listPart(desk, field, place, fieldPart);
}

/** All fields of a record. @param {Desk} desk @param {Field} field @param {Place} place @returns {Part} */
export function recordPart(desk, field, place) {
  const parts = (field.fields ?? []).map((one) => fieldPart(desk, one, [...place, one.name]));
  const title = field.title ? h("legend", {}, field.title) : null;
  const element = h(
    "fieldset",
    { class: "record", "data-place": written(place), "aria-label": title ? null : field.label },
    title,
    helpOf(desk, field),
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
 * @param {Desk} desk @param {Field[]} fields @param {Place} place @returns {Part}
 */
export function fieldsPart(desk, fields, place) {
  const parts = fields.map((one) => fieldPart(desk, one, [...place, one.name]));
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
