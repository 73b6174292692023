/** Single controls of a form: each shows one value of the document and writes it back. */

import { h } from "../../../darkseas/kit/dom.js";
import { candidates } from "./name_choices.js";
import { readFraction, writeFraction } from "../../../darkseas/kit/fractions.js";
import { readPosition, writePosition } from "./latitude_longitude.js";
import { at, put, same, written } from "./document_paths.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Spec} Spec */

/**
 * What a form is about: the page's context, whose fields these are ("Japan") for the names of steps, and
 * what else a step does to the document.
 * @typedef {object} FormContext
 * @property {import("../types.js").Context} context
 * @property {string} [subject]
 * @property {boolean} [isCompact]  little room: no help beside the fields, no radio buttons
 * @property {(spec: Spec, place: Place) => Spec} [amend]
 * @property {(field: Field, place: Place) => Part | null} [beside]  what stands behind a field's label
 * @property {(place: Place, field: Field) => HTMLElement | null} [after]
 */

let counted = 0;
/** An id that no element of the page has. @param {string} stem */
export function freshId(stem) {
  counted += 1;
  return `${stem}-${counted}`;
}

const FEW_CHOICES = 4;

/**
 * The value of a field: what stands in the document, or its default.
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

/**
 * A control with its label, help, and room for what a check has to say.
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

/** @param {Field} field */
function bounds(field) {
  if (isNumber(field.least) && isNumber(field.most)) return `from ${field.least} to ${field.most}`;
  if (isNumber(field.least)) return `of ${field.least} or more`;
  return isNumber(field.most) ? `of ${field.most} or less` : "";
}

/** @param {unknown} value */
const isNumber = (value) => typeof value === "number";

/** @param {Field} field @param {string} text */
function readWhole(field, text) {
  if (text.trim() === "" && field.optional) return { value: null };
  if (!/^\s*[-−]?\d{1,9}\s*$/.test(text))
    return { words: `Give a whole number ${bounds(field)}.`.replace(" .", ".") };
  const value = Number(text.trim().replace("−", "-"));
  const isOut =
    (isNumber(field.least) && value < Number(field.least)) ||
    (isNumber(field.most) && value > Number(field.most));
  return { value, words: isOut ? `This must be a whole number ${bounds(field)}.` : "" };
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
      : { words: "Give a hex as the chart writes it, column before row: 0806." };
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
    writePosition(/** @type {import("./latitude_longitude.js").Position | null | undefined} */ (value)),
  );
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function truthPart(formContext, field, place) {
  const control = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  control.addEventListener("change", () => write(formContext, field, place, control.checked));
  const { element, beside } = labelled(formContext, field, place, control);
  element.prepend(control);
  return {
    element,
    update: () => {
      beside?.update();
      control.checked = Boolean(valueOf(formContext, field, place));
    },
  };
}

/**
 * The answers of a field: fixed ones, and what of the document it may name.
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

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function choicePart(formContext, field, place) {
  const isFew = !field.names && (field.choices ?? []).length <= FEW_CHOICES && !formContext.isCompact;
  return isFew ? radioPart(formContext, field, place) : selectPart(formContext, field, place);
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
export function selectPart(formContext, field, place) {
  const control = /** @type {HTMLSelectElement} */ (h("select"));
  const after = formContext.after?.(place, field);
  const around = after ? h("span", { class: "control" }, control, after) : control;
  const { element, beside } = labelled(formContext, field, place, control, around);
  /** @type {Choice[]} */
  let answers = [];
  control.addEventListener("change", () => {
    const answer = answers[Number(control.value)];
    if (answer) write(formContext, field, place, answer.value);
  });
  function update() {
    beside?.update();
    const value = valueOf(formContext, field, place);
    const offered = answersOf(formContext, field, place);
    if (!offered.some((one) => same(one.value, value ?? null) || one.value === value))
      offered.unshift({
        value,
        words: value === undefined || value === "" ? "choose" : `${value} (not there)`,
      });
    if (!same(offered, answers)) {
      answers = offered;
      control.replaceChildren(...answers.map((one, number) => h("option", { value: number }, one.words)));
    }
    control.value = String(
      answers.findIndex((one) => one.value === value || (value === undefined && one.value === null)),
    );
  }
  return { element, update };
}

/** @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part} */
function radioPart(formContext, field, place) {
  const name = freshId("choice");
  const answers = answersOf(formContext, field, place);
  const radios = answers.map((one, number) => {
    const radio = /** @type {HTMLInputElement} */ (h("input", { type: "radio", name, value: number }));
    radio.addEventListener("change", () => write(formContext, field, place, one.value));
    return radio;
  });
  const { element, beside } = grouped(
    formContext,
    field,
    place,
    answers.map((one, number) => h("label", { class: "tick" }, radios[number], one.words)),
  );
  return {
    element,
    update: () => {
      beside?.update();
      const value = valueOf(formContext, field, place);
      answers.forEach((one, number) => {
        radios[number].checked = one.value === value || (value === undefined && one.value === null);
      });
    },
  };
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

/**
 * A list of what may be named, as boxes to tick.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @returns {Part}
 */
export function ticksPart(formContext, field, place) {
  const of = /** @type {Field} */ (field.of);
  const { element, row, beside } = grouped(formContext, field, place, []);
  /** @type {Choice[]} */
  let answers = [];
  /** @type {HTMLInputElement[]} */
  let boxes = [];
  /** What was ticked before stays in its order; the first may mean more than the others. */
  function tick() {
    const ticked = answers.filter((_, number) => boxes[number].checked).map((one) => one.value);
    const before = membersAt(formContext, field, place).filter((one) => ticked.includes(one));
    write(formContext, field, place, [...before, ...ticked.filter((one) => !before.includes(one))]);
  }
  function update() {
    beside?.update();
    const value = membersAt(formContext, field, place);
    const offered = answersOf(
      formContext,
      { ...of, names: of.names || field.names, optional: false, default: undefined },
      place,
    );
    for (const one of value)
      if (!offered.some((known) => known.value === one))
        offered.push({ value: one, words: `${one} (not there)` });
    if (!same(offered, answers)) {
      answers = offered;
      boxes = answers.map(
        () => /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", onchange: tick })),
      );
      row.replaceChildren(
        ...(answers.length
          ? answers.map((one, number) => h("label", { class: "tick" }, boxes[number], one.words))
          : [h("span", { class: "soft small" }, "Nothing to choose from yet.")]),
      );
    }
    answers.forEach((one, number) => {
      boxes[number].checked = value.includes(one.value);
    });
  }
  return { element, update };
}
