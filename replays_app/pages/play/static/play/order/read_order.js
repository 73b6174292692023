/**
 * Fills a form with an order that was submitted, stored or suggested, as far as it is still possible. Pure.
 */

import { defaultOf, fits, isSame } from "./cells.js";
import { readFormed } from "./formation.js";
import {
  cellsOf,
  emptyOrder,
  faultsOf,
  formationsOf,
  put,
  rowsNamed,
  rowsOf,
  takenOnce,
  withCell,
  withFormed,
  withLine,
  withLineCell,
  withLines,
} from "./filled_order.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../types.js").Rows} Rows */
/** @typedef {{blank: string, at: number | null}} LostBlank  a line by its number, null for a blank itself */

/**
 * Fills a form with a submitted or stored order; `lost` is what no longer fits.
 * @param {Form} form @param {Blanks} blanks @returns {{order: FilledOrder, lost: LostBlank[]}}
 */
export function readOrder(form, blanks) {
  let order = emptyOrder(form);
  /** @type {LostBlank[]} */
  const lost = [];
  for (const cell of cellsOf(form)) {
    const value = blanks[cell.name];
    if (value === undefined || cell.blank === "fixed") continue;
    const fit = fitting(cell, value);
    if (fit === undefined || !isSame(fit, value)) lost.push({ blank: cell.name, at: null });
    if (fit !== undefined) order = withCell(order, cell.name, fit);
  }
  for (const formation of formationsOf(form)) {
    const read = readFormed(formation, blanks);
    order = withFormed(order, formation, read.formed);
    lost.push(...read.lost.map((at) => ({ blank: formation.name, at })));
  }
  for (const blank of rowsOf(form)) {
    const rows = blanks[blank.name];
    for (const [at, row] of Array.isArray(rows) ? rows.entries() : []) {
      const read = withRead(order, blank, /** @type {Blanks} */ (row));
      if (read) order = read;
      else lost.push({ blank: blank.name, at });
    }
  }
  return { order, lost };
}

/**
 * Whether a form can hold all of an order: several forms of one kind of order may each evade, make smoke or
 * stay.
 * @param {Form} form @param {Blanks} blanks
 */
export function holdsWhole(form, blanks) {
  const names = new Set(form.blanks.map((blank) => blank.name));
  const isTold = Object.entries(blanks).every(([name, value]) => names.has(name) || isNothing(value));
  const fixed = form.blanks.filter((blank) => blank.blank === "fixed");
  const isMeant = fixed.every((cell) => isSame(cell.value, blanks[cell.name]));
  const { order, lost } = readOrder(form, blanks);
  return isTold && isMeant && !lost.length && !faultsOf(order).length;
}

/** Whether a value means the same as an empty blank. @param {Json | undefined} value */
function isNothing(value) {
  return !value || (Array.isArray(value) && !value.length);
}

/** The part of a value that fits; undefined if nothing fits. @param {Cell} cell @param {Json} value */
function fitting(cell, value) {
  if (fits(cell, value)) return value;
  if (cell.blank !== "several" || !Array.isArray(value)) return undefined;
  const left = value.filter((one) => fits({ ...cell, least: 0 }, [one]));
  return fits(cell, left) ? left : undefined;
}

/** @param {FilledOrder} order @param {Rows} blank @param {Blanks} given @returns {FilledOrder | null} */
function withRead(order, blank, given) {
  const lines = order.lines[blank.name];
  const isStanding = Boolean(blank.least && blank.least >= blank.rows.length);
  const used = new Set(blank.once || isStanding ? [] : lines.map((line) => line.row));
  for (const [row, cells] of blank.rows.entries()) {
    const chosen = used.has(row) ? null : chosenIn(cells, given);
    if (!chosen) continue;
    if (!isStanding) return withLine(order, blank.name, row, chosen);
    const changed = lines.map((line) => (line.row === row ? { row, cells: chosen } : line));
    return withLines(order, blank.name, changed);
  }
  return null;
}

/**
 * What was chosen in a row; null if it was chosen in another row.
 * @param {Cell[]} row @param {Blanks} given
 */
function chosenIn(row, given) {
  /** @type {Blanks} */
  const cells = {};
  for (const cell of row) {
    const value = given[cell.name] ?? (cell.blank === "fixed" ? undefined : defaultOf(cell));
    if (!fits(cell, value)) return null;
    put(cells, cell, value);
  }
  return cells;
}

/**
 * Fills a line as suggested for its row, if there is a suggestion, without taking values from other lines.
 * Further suggested lines of the row are added, so that all mounts that would fire at a hex do. The player's
 * own further lines stay.
 * @param {FilledOrder} order @param {string} name @param {number} at @param {Blanks} advice  an order
 * @returns {FilledOrder}
 */
export function asAdvised(order, name, at, advice) {
  const { row } = order.lines[name][at];
  if (order.lines[name].some((one, i) => i !== at && one.row === row)) return order;
  const advised = readOrder(order.form, advice).order.lines[name];
  const [line, ...further] = advised.filter((one) => one.row === row);
  const cells = Object.entries(leftOver(order, name, at, line?.cells ?? {}));
  const filled = cells.reduce((next, [cell, value]) => withLineCell(next, name, at, cell, value), order);
  return further.reduce((next, one) => withFurther(next, name, one), filled);
}

/**
 * Adds a line with the values that no other line has; adds none if nothing is left for it.
 * @param {FilledOrder} order @param {string} name @param {import("../types.js").FilledLine} line
 */
function withFurther(order, name, { row, cells }) {
  const blank = rowsNamed(order, name);
  const { [blank.once ?? ""]: wanted, ...others } = cells;
  if (!blank.once || !Array.isArray(wanted)) return order;
  const taken = takenOnce(order, blank);
  const left = wanted.filter((value) => !taken.some((one) => isSame(one, value)));
  return left.length ? withLine(order, name, row, { ...others, [blank.once]: left }) : order;
}

/**
 * Advice without the values of other lines; if nothing is left, the line keeps its value.
 * @param {FilledOrder} order @param {string} name @param {number} at @param {Blanks} cells @returns {Blanks}
 */
function leftOver(order, name, at, cells) {
  const { once = "" } = rowsNamed(order, name);
  const { [once]: advised, ...others } = cells;
  if (!Array.isArray(advised)) return cells;
  const own = /** @type {Json[]} */ (order.lines[name][at].cells[once] ?? []);
  const left = advised.filter((value) => own.some((one) => isSame(one, value)));
  return left.length ? { ...others, [once]: left } : others;
}
