/** Light, sight and weather by turns, and the answers to the options of the rules system. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldsPart } from "../fields/fields.js";
import { ORIGINS } from "../fields/origins.js";

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const { parts } = context.form;
  /** @type {import("../types.js").Part[]} */
  const mounted = [];
  if (parts.sea?.fields?.length) {
    mounted.push(
      block(
        "Conditions",
        "Conditions for both sides.",
        fieldsPart({ context, isCompact: false }, parts.sea.fields, ["sea"]),
      ),
    );
  }
  if (parts.options?.fields?.length) {
    const beside = (/** @type {import("../types.js").Field} */ field) =>
      field.origin
        ? {
            element: h(
              "span",
              { class: `origin origin-${field.origin}`, title: ORIGINS[field.origin] ?? "" },
              field.origin,
            ),
            update: () => {},
          }
        : null;
    mounted.push(
      block(
        "Options of the rules",
        "Each has a usual answer. Change one only where your scenario asks for it.",
        fieldsPart({ context, beside }, parts.options.fields, ["options"]),
      ),
    );
  }
  element.append(
    h("p", { class: "lead" }, "Light, weather and rules options."),
    ...mounted.map((one) => one.element),
  );
  if (!mounted.length) element.append(h("p", {}, `${context.form.title} asks nothing here.`));
  return {
    update: () => {
      for (const one of mounted) one.update();
    },
  };
}

/** @param {string} title @param {string} words @param {import("../types.js").Part} inner */
function block(title, words, inner) {
  return {
    element: h(
      "section",
      { class: "block" },
      h("h3", {}, title),
      h("p", { class: "soft" }, words),
      inner.element,
    ),
    update: inner.update,
  };
}
