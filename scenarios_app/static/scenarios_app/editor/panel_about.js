/** The first panel: what the scenario is called, when and where it was, and what a reader wants to know. */

import { h } from "../../replays_app/dom.js";
import { AUTHOR, COURSE, firstFields, SOURCES, STORY } from "./about_form.js";
import { fieldPart, fieldsPart } from "./form.js";

/** @param {HTMLElement} element @param {import("./types.js").Store} store @param {import("./types.js").Context & {known: any}} context */
export function mount(element, store, context) {
  const desk = { context };
  const parts = [
    fieldPart(desk, { name: "title", kind: "text", title: "Title", text: "What it is called in the library.", longest: 200 }, ["title"]),
    fieldsPart(desk, firstFields(context.known), ["about"]),
  ];
  const folds = [
    fold(desk, "History and outcome", STORY, true),
    fold(desk, "Sources and notes", [...SOURCES, AUTHOR], true),
    fold(desk, "Timeline and losses", COURSE, false),
  ];
  element.append(h("p", { class: "lead" }, "Begin with a title and a date; the rest can wait."), ...[...parts, ...folds].map((one) => one.element));
  return { update: () => { for (const part of [...parts, ...folds]) part.update(); } };
}

/** @param {any} desk @param {string} title @param {import("./types.js").Field[]} fields @param {boolean} isOpen */
function fold(desk, title, fields, isOpen) {
  const inner = fieldsPart(desk, fields, ["about"]);
  return { element: h("details", { class: "fold", open: isOpen }, h("summary", {}, h("h3", {}, title)), inner.element), update: inner.update };
}
