/** The blanks of a form as fields, as an alternative to the map. */

import { boundsOf, fits, isSame, textOf } from "../order/cells.js";
import { courseField } from "./course_fields.js";
import { listField } from "./list_field.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {(value: Json | undefined) => void} Changed */

/** Up to this many values are shown side by side. */
const MOST_SIDE_BY_SIDE = 5;

/**
 * @param {Cell} cell @param {Json | undefined} value @param {string} name  of the field on its page
 * @param {Changed} changed @param {string} [unset]  label of no route
 * @returns {HTMLElement | null}  null if there is nothing to choose
 */
export function fieldOf(cell, value, name, changed, unset = "Stay") {
  switch (cell.blank) {
    case "fixed":
      return null;
    case "number":
      return numberField(cell, value, name, changed);
    case "several":
      return severalField(cell, /** @type {Json[]} */ (value ?? []), name, changed);
    case "course":
      return courseField(cell, value, name, changed, unset);
    case "choice":
      return cell.values.length + Number(Boolean(cell.optional)) <= MOST_SIDE_BY_SIDE
        ? sideBySide(cell, value, name, changed)
        : listField(cell.title, name, choiceOptions(cell, value), changed);
  }
}

/**
 * @param {import("../types.js").NumberBlank} cell @param {Json | undefined} value @param {string} name
 * @param {Changed} changed
 */
function numberField(cell, value, name, changed) {
  const read = (/** @type {Event} */ event) => {
    const number = Number(/** @type {HTMLInputElement} */ (event.target).value);
    changed(fits(cell, number) ? number : undefined);
  };
  const { least: min, most: max } = cell;
  const input = h("input", { type: "number", name, min, max, value: String(value ?? ""), onchange: read });
  return h("label", { class: "field" }, `${cell.title} (${min} to ${max}) `, input);
}

/**
 * @param {import("../types.js").Several} cell @param {Json[]} chosen @param {string} name
 * @param {Changed} changed
 */
function severalField(cell, chosen, name, changed) {
  const toggle = (/** @type {Json} */ value) => {
    const isIn = chosen.some((one) => isSame(one, value));
    changed(isIn ? chosen.filter((one) => !isSame(one, value)) : [...chosen, value]);
  };
  const isFull = chosen.length >= (cell.most ?? Infinity);
  const boxes = cell.values.map((one) => {
    const isIn = chosen.some((value) => isSame(value, one.value));
    return pick("checkbox", name, one, isIn, () => toggle(one.value), isFull && !isIn);
  });
  const bounds = boundsOf(cell);
  const title = bounds ? `${cell.title} (${bounds})` : cell.title;
  return group(title, [...quickPicks(cell, chosen, changed), ...boxes]);
}

/** From this many values on, buttons choose several at once. */
const MANY = 6;

/**
 * Buttons for all, for none, and for all values with the same text after the comma ("…, torpedoes").
 * @param {import("../types.js").Several} cell @param {Json[]} chosen @param {Changed} changed
 */
function quickPicks(cell, chosen, changed) {
  if (cell.values.length < MANY || (cell.most ?? Infinity) < cell.values.length) return [];
  /** @type {Map<string, Json[]>} */
  const kinds = new Map();
  for (const { words, value } of cell.values) {
    const kind = words.includes(", ") ? words.slice(words.lastIndexOf(", ") + 2) : "";
    kinds.set(kind, [...(kinds.get(kind) ?? []), value]);
  }
  const isIn = (/** @type {Json} */ value) => chosen.some((one) => isSame(one, value));
  const kindButtons = [...kinds].filter(([kind, values]) => kind && values.length > 1 && kinds.size > 1);
  const all = cell.values.map((one) => one.value);
  const toggles = kindButtons.map(([kind, values]) => {
    const isOn = values.every(isIn);
    const others = chosen.filter((value) => !values.some((one) => isSame(one, value)));
    const next = isOn ? others : [...others, ...values];
    return quickPick(`${values.length} × ${kind}`, isOn, () => changed(next));
  });
  return [quickPick("all", all.every(isIn), () => changed(all.every(isIn) ? [] : all)), ...toggles];
}

/** @param {string} words @param {boolean} isOn @param {() => void} onclick */
function quickPick(words, isOn, onclick) {
  const attributes = { type: "button", class: "quick", "aria-pressed": String(isOn), onclick };
  return h("button", { ...attributes, "data-stays": `quick ${words}` }, words);
}

/**
 * @param {import("../types.js").Choice} cell @param {Json | undefined} value @param {string} name
 * @param {Changed} changed
 */
function sideBySide(cell, value, name, changed) {
  const none = cell.optional ? [{ value: null, words: "None" }] : [];
  const buttons = [...cell.values, ...none].map((one, i) => {
    const isNone = i === cell.values.length;
    const isIn = isNone ? value === undefined : value !== undefined && isSame(one.value, value);
    return pick("radio", name, one, isIn, () => changed(isNone ? undefined : one.value));
  });
  return group(cell.title, buttons);
}

/**
 * @param {string} type @param {string} name @param {import("../types.js").Value} one @param {boolean} isIn
 * @param {() => void} onchange @param {boolean} [isShut]  whether no more values can be chosen
 */
function pick(type, name, one, isIn, onchange, isShut = false) {
  const box = h("input", { type, name, value: textOf(one.value), checked: isIn, disabled: isShut, onchange });
  const help = [one.help, one.rule].filter(Boolean).join(" ");
  const odds = one.odds ? h("span", { class: "soft small" }, one.odds) : null;
  return h("label", { class: "pick", title: help || null }, box, h("span", {}, one.words || "any"), odds);
}

/** @param {string} title @param {HTMLElement[]} inside */
function group(title, inside) {
  return h("fieldset", { class: "picks" }, h("legend", {}, title), ...inside);
}

/** @param {import("../types.js").Choice} cell @param {Json | undefined} value
 * @returns {import("./list_field.js").Option[]} */
function choiceOptions(cell, value) {
  const options = cell.values.map((one) => ({
    words: one.odds ? `${one.words}: ${one.odds}` : one.words,
    value: one.value,
    isIn: value !== undefined && isSame(one.value, value),
  }));
  return [
    { words: cell.optional ? "None" : "Choose …", value: undefined, isIn: value === undefined },
    ...options,
  ];
}
