/** Controls that are typed in: a text, a date, a number, a hex, a position. */

import { h } from "../../../../darkseas/kit/dom.js";
import { readFraction, writeFraction } from "../../../../darkseas/kit/fractions.js";
import { same } from "../document_paths.js";
import { readPosition, writePosition } from "../latitude_longitude.js";
import { valueOf, write } from "./form_context.js";
import { freshId, labelled } from "./labels.js";
import { readWhole } from "./numbers.js";

/** @typedef {import("../../types.js").Field} Field */
/** @typedef {import("../../types.js").Place} Place */
/** @typedef {import("../../types.js").Part} Part */
/** @typedef {import("./form_context.js").FormContext} FormContext */

/** @param {HTMLElement} control @param {HTMLElement} complaint @param {string} words */
function complain(control, complaint, words) {
  complaint.textContent = words;
  if (words) control.setAttribute("aria-invalid", "true");
  else if (!control.closest(".has-error")) control.removeAttribute("aria-invalid");
}

/**
 * A field that is typed in. `read` gives the value, or undefined with a sentence why not.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @param {HTMLElement} typedIn
 * @param {(text: string) => {value?: unknown, words?: string}} read @param {(value: unknown) => string} show
 * @param {HTMLElement} [around]
 * @returns {Part}
 */
function typed(formContext, field, place, typedIn, read, show, around) {
  const control = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (typedIn);
  const { element, complaint, beside } = labelled(formContext, field, place, control, around);
  /** @type {unknown} */
  let shown;
  control.addEventListener("input", () => {
    const { value, words } = read(control.value);
    complain(control, complaint, words ?? "");
    if (value === undefined) return;
    shown = value;
    write(formContext, field, place, value, true);
  });
  control.addEventListener("blur", () => {
    const { value } = read(control.value);
    if (value !== undefined && !complaint.textContent)
      control.value = show(valueOf(formContext, field, place));
  });
  function update() {
    beside?.update();
    const value = valueOf(formContext, field, place);
    if (same(value, shown) && control.dataset.isShown) return;
    shown = value;
    control.dataset.isShown = "yes";
    control.value = show(value);
    complain(control, complaint, "");
  }
  return { element, update };
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function textPart(formContext, field, place) {
  const attributes = { maxlength: field.longest ?? 4000, autocomplete: "off" };
  const control = field.long
    ? h("textarea", { ...attributes, rows: 4 })
    : h("input", { ...attributes, type: "text" });
  /** @type {HTMLElement} */
  let around = control;
  if (field.suggest?.length) {
    const list = h(
      "datalist",
      { id: freshId("list") },
      ...field.suggest.map((one) => h("option", { value: one })),
    );
    control.setAttribute("list", list.id);
    around = h("span", { class: "control" }, control, list);
  }
  const show = (/** @type {unknown} */ value) => String(value ?? "");
  const read = (/** @type {string} */ text) =>
    text === "" && field.optional ? { value: field.default ?? null } : { value: text };
  return typed(formContext, field, place, control, read, show, around);
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function datePart(formContext, field, place) {
  const isDay = (/** @type {unknown} */ value) => !value || /^\d{4}-\d\d-\d\d$/.test(String(value));
  const start = valueOf(formContext, field, place);
  const control = h(
    "input",
    isDay(start) ? { type: "date", min: "1800-01-01", max: "1999-12-31" } : { type: "text" },
  );
  return typed(
    formContext,
    field,
    place,
    control,
    (text) => ({ value: text }),
    (value) => String(value ?? ""),
  );
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function wholePart(formContext, field, place) {
  const control = h("input", {
    type: "number",
    step: 1,
    min: field.least ?? false,
    max: field.most ?? false,
    inputmode: "numeric",
  });
  const around = field.unit
    ? h("span", { class: "control" }, control, h("span", { class: "unit" }, field.unit))
    : control;
  return typed(
    formContext,
    field,
    place,
    control,
    (text) => readWhole(field, text),
    (value) => String(value ?? ""),
    around,
  );
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function fractionPart(formContext, field, place) {
  const control = h("input", { type: "text", inputmode: "decimal", class: "short", autocomplete: "off" });
  const around = field.unit
    ? h("span", { class: "control" }, control, h("span", { class: "unit" }, field.unit))
    : control;
  const read = (/** @type {string} */ text) => {
    const value = readFraction(text);
    return value === null ? { words: "Give a number such as 2, 1/2, ½ or 0.5." } : { value };
  };
  return typed(formContext, field, place, control, read, showFraction, around);
}

/** @param {unknown} value */
const showFraction = (value) => writeFraction(/** @type {string | number} */ (value ?? ""));

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function hexPart(formContext, field, place) {
  const control = h("input", { type: "text", class: "short", inputmode: "numeric", autocomplete: "off" });
  const read = (/** @type {string} */ text) => {
    if (text.trim() === "") return { value: field.optional ? null : "" };
    return /^(\d{4}|\d{2,9}\.\d{2,9})$/.test(text.trim())
      ? { value: text.trim() }
      : { words: "Enter a hex as on the map, column before row: 0806." };
  };
  const after = formContext.after?.(place, field);
  const around = after ? h("span", { class: "control" }, control, after) : control;
  return typed(formContext, field, place, control, read, (value) => String(value ?? ""), around);
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function positionPart(formContext, field, place) {
  const control = h("input", { type: "text", autocomplete: "off" });
  const read = (/** @type {string} */ text) => {
    const value = readPosition(text);
    return value === undefined
      ? { words: "Give degrees and minutes, such as 9°15′ S 159°40′ E." }
      : { value };
  };
  return typed(formContext, field, place, control, read, (value) =>
    writePosition(/** @type {import("../latitude_longitude.js").Position | null | undefined} */ (value)),
  );
}
