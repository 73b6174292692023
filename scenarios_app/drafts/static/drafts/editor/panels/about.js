/** The first panel: title, date and place of the scenario, and background for readers. */

import { h } from "../../../darkseas/kit/dom.js";
import { AUTHOR, COURSE, firstFields, SOURCES, STORY } from "../about_form.js";
import { fieldPart, fieldsPart } from "../fields/fields.js";
import { originsPart } from "../fields/origins_form.js";

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const formContext = { context };
  const parts = [
    fieldPart(
      formContext,
      {
        name: "title",
        kind: "text",
        title: "Title",
        text: "Name in the library.",
        longest: 200,
      },
      ["title"],
    ),
    fieldsPart(formContext, firstFields(context.known), ["about"]),
  ];
  const folds = [
    fold("History and outcome", fieldsPart(formContext, STORY, ["about"]), true),
    fold("Sources and notes", fieldsPart(formContext, [...SOURCES, AUTHOR], ["about"]), true),
    fold("Origins of the numbers", originsPart(formContext), true),
    fold("Timeline and losses", fieldsPart(formContext, COURSE, ["about"]), false),
  ];
  element.append(
    h("p", { class: "lead" }, "Start with a title and a date; the rest can wait."),
    ...[...parts, ...folds].map((one) => one.element),
  );
  return {
    update: () => {
      for (const part of [...parts, ...folds]) part.update();
    },
  };
}

/** @param {string} title @param {import("../types.js").Part} inner @param {boolean} isOpen */
function fold(title, inner, isOpen) {
  return {
    element: h(
      "details",
      { class: "fold", open: isOpen },
      h("summary", {}, h("h3", {}, title)),
      inner.element,
    ),
    update: inner.update,
  };
}
