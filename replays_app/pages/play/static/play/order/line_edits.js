/** Changes of an order's lines by fields and chips. Pure. */

import { isSame } from "./cells.js";
import {
  inCell,
  rowOf,
  rowsNamed,
  takenOnce,
  withCell,
  withLine,
  withLineCell,
  withoutLine,
} from "./filled_order.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Held} Held */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("./form_subjects.js").Act} Act */
/** @typedef {import("./chips.js").Chip} Chip */

/** The order without the line or value of a chip. @param {FilledOrder} order @param {Chip} chip */
export function withoutChip(order, chip) {
  if (chip.at !== null) return withoutLine(order, chip.blank, chip.at);
  const value = order.cells[chip.blank];
  const left = Array.isArray(value) ? value.filter((one) => !isSame(one, chip.value)) : undefined;
  return withCell(order, chip.blank, left);
}

/**
 * Adds a line, which is then selected.
 * @param {FilledOrder} order @param {Held | null} held @param {Act} act
 * @returns {{order: FilledOrder, held: Held}}
 */
export function withAct(order, held, act) {
  const next = withLine(order, act.blank, act.row);
  const line = next.lines[act.blank].length - 1;
  return { order: next, held: { handle: held?.handle ?? "", blank: act.blank, line } };
}

/**
 * Values for a further line of the same row: those of the blank `once` that no line has; null if a row has
 * one line at most, or if its only value leaves no choice.
 * @param {FilledOrder} order @param {Act} act
 * @returns {{cell: import("../types.js").Several, left: Json[]} | null}
 */
export function leftForAnother(order, act) {
  const blank = rowsNamed(order, act.blank);
  const cell = act.cells.find((one) => one.name === blank.once);
  if (cell?.blank !== "several" || cell.values.length < 2) return null;
  const taken = takenOnce(order, blank);
  const left = cell.values.map((one) => one.value);
  return { cell, left: left.filter((value) => !taken.some((one) => isSame(one, value))) };
}

/**
 * Advice for a new line without values, because other lines have all values of the blank `once`.
 * @param {FilledOrder} order @param {string} name @param {number} at @returns {string}  "" for any other line
 */
export function whyBare(order, name, at) {
  const { once } = rowsNamed(order, name);
  const cell = rowOf(order, name, at).find((one) => one.name === once);
  if (cell?.blank !== "several" || !isSame(inCell(order.lines[name][at], cell), [])) return "";
  const things = cell.title.toLowerCase();
  return `Other lines of this order use all ${things}. Choose which ${things} to move here.`;
}

/**
 * Fills a field of an act; -1 adds the line first, and emptying its course removes it.
 * @param {FilledOrder} order @param {Act} act @param {number} line @param {string} cell
 * @param {Json | undefined} value @returns {FilledOrder}
 */
export function withField(order, act, line, cell, value) {
  const isCourse = act.cells.some((one) => one.name === cell && one.blank === "course");
  const isStay = isCourse && value === undefined;
  if (isStay) return line < 0 ? order : withoutLine(order, act.blank, line);
  if (line >= 0) return withLineCell(order, act.blank, line, cell, value);
  return withLine(order, act.blank, act.row, value === undefined ? {} : { [cell]: value });
}
