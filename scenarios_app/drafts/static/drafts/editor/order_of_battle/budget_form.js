/** Fleets by budget: a year, and the points that every side may spend. */

import { h } from "../../../darkseas/kit/dom.js";
import { freshId } from "../fields/controls/labels.js";
import { readWhole } from "../fields/controls/numbers.js";
import { budgetOf, withBudgets } from "./budget.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Field} Field */

/** @param {Context} context @returns {import("../types.js").Part} */
export function budgetForm(context) {
  const { form, store } = context;
  const yearField = fieldNamed(form.parts.sea, "year");
  const pointsField = fieldNamed(form.parts["sides.rules"], "budget");
  const [year, points] = [numberInput(yearField), numberInput(pointsField)];
  const fault = h("p", { class: "found", role: "alert" });
  const element = h(
    "form",
    { class: "fleets-by-budget", "aria-label": "Fleets by budget", onsubmit: set },
    labelled("Year of the battle", year),
    labelled("Points a side", points),
    h("button", { class: "button small-button" }, "Set for both sides"),
    fault,
    h(
      "p",
      { class: "soft small" },
      "Ships are then shown as of that year with what they cost, " +
        "and each side shows its remaining points. 0: no limit.",
    ),
  );

  /** @param {Event} event */
  function set(event) {
    event.preventDefault();
    const read = [readWhole(yearField, year.value), readWhole(pointsField, points.value)];
    const words = read.find((one) => one.words)?.words ?? "";
    fault.textContent = words;
    if (words) return;
    const [when, most] = read.map((one) => Number(one.value));
    store.change(`Fleets of ${most} points, ${when}`, (spec) => withBudgets(spec, when, most));
    context.announce(`Each side may spend ${most} points, as of ${when}.`);
  }

  return {
    element,
    update() {
      const { sea, sides = [] } = store.spec;
      show(year, sea?.year);
      show(points, budgetOf(sides[0]));
    },
  };
}

/** @param {HTMLInputElement} input @param {unknown} value */
function show(input, value) {
  if (document.activeElement !== input) input.value = String(value ?? "");
}

/** @param {Field | undefined} part @param {string} name @returns {Field} */
const fieldNamed = (part, name) =>
  part?.fields?.find((field) => field.name === name) ?? { name, kind: "number" };

/** @param {Field} field */
function numberInput({ least, most }) {
  const bounds = { min: least ?? null, max: most ?? null };
  return /** @type {HTMLInputElement} */ (h("input", { type: "number", required: true, ...bounds }));
}

/** @param {string} title @param {HTMLElement} control */
function labelled(title, control) {
  control.id = freshId("budget");
  return h("div", { class: "field" }, h("label", { for: control.id }, title), control);
}
