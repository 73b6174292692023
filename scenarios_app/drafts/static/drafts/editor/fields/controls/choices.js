/** Controls that offer answers: a box to tick, a list to choose from, radio buttons, many boxes. */

import { h } from "../../../../darkseas/kit/dom.js";
import { same } from "../document_paths.js";
import { answersOf } from "./answers.js";
import { membersAt, valueOf, write } from "./form_context.js";
import { freshId, grouped, labelled } from "./labels.js";

/** @typedef {import("../../types.js").Field} Field */
/** @typedef {import("../../types.js").Place} Place */
/** @typedef {import("../../types.js").Part} Part */
/** @typedef {import("../../types.js").Choice} Choice */
/** @typedef {import("./form_context.js").FormContext} FormContext */

const FEW_CHOICES = 4;

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
 * A list of choices as checkboxes.
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
