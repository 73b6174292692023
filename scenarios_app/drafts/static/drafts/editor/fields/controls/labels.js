/** The frame of a control: label or legend, help, and a slot for findings. */

import { h } from "../../../../darkseas/kit/dom.js";
import { written } from "../document_paths.js";

/** @typedef {import("../../types.js").Field} Field */
/** @typedef {import("../../types.js").Place} Place */
/** @typedef {import("./form_context.js").FormContext} FormContext */

let counted = 0;
/** An id that no element of the page has. @param {string} stem */
export function freshId(stem) {
  counted += 1;
  return `${stem}-${counted}`;
}

/**
 * A control with its label, help, and a slot for findings.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @param {HTMLElement} control
 * @param {HTMLElement} [around]
 */
export function labelled(formContext, field, place, control, around = control) {
  const id = freshId("field");
  control.id = id;
  const help = helpOf(formContext, field);
  const complaint = h("p", { class: "said", id: `${id}-said` });
  const findings = h("p", { class: "found", id: `${id}-found` });
  control.setAttribute(
    "aria-describedby",
    [help ? `${id}-help` : "", complaint.id, findings.id].filter(Boolean).join(" "),
  );
  if (help) help.id = `${id}-help`;
  const beside = formContext.beside?.(field, place) ?? null;
  const label = h("label", { for: id }, field.title || field.name);
  const head = beside ? h("span", { class: "field-head" }, label, beside.element) : label;
  const element = h(
    "div",
    { class: `field kind-${field.kind}`, "data-place": written(place) },
    head,
    around,
    help,
    complaint,
    findings,
  );
  return { element, complaint, beside };
}

/** @param {FormContext} formContext @param {Field} field */
export function helpOf(formContext, field) {
  if (formContext.isCompact || (!field.text && !field.rule)) return null;
  return h(
    "p",
    { class: "help" },
    field.text ?? "",
    field.rule ? h("span", { class: "cites" }, ` ${field.rule}`) : null,
  );
}

/**
 * Several controls under one legend.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @param {HTMLElement[]} inside
 */
export function grouped(formContext, field, place, inside) {
  const id = freshId("field");
  const help = helpOf(formContext, field);
  if (help) help.id = `${id}-help`;
  const beside = formContext.beside?.(field, place) ?? null;
  const row = h("div", { class: "ticks" }, ...inside);
  const element = h(
    "fieldset",
    {
      class: `field kind-${field.kind}`,
      "data-place": written(place),
      "aria-describedby": `${help ? `${id}-help ` : ""}${id}-found`,
    },
    h("legend", {}, field.title || field.name, beside?.element ?? null),
    row,
    help,
    h("p", { class: "found", id: `${id}-found` }),
  );
  return { element, row, beside };
}
