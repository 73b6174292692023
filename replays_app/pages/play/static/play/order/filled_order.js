/**
 * An order in progress: lines are added, changed and removed one by one. Every function returns a new order
 * and does not change the old one. Pure.
 */

import { defaultOf, fits, isSame, lackIn } from "./cells.js";
import { linesFormed, rowsFormed, suggestedIn } from "./formation.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").FilledLine} FilledLine */
/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Formation} Formation */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../types.js").Rows} Rows */
/** @typedef {import("./formation.js").Formed} Formed */

/** Blanks of a form, or of an order that is being filled. @typedef {Pick<Form, "blanks">} WithBlanks */

/** @param {WithBlanks} form @returns {Rows[]} */
export const rowsOf = ({ blanks }) => blanks.filter((blank) => blank.blank === "rows");

/** @param {WithBlanks} form @returns {Cell[]} */
export const cellsOf = ({ blanks }) =>
  blanks.filter((blank) => blank.blank !== "rows" && blank.blank !== "formation");

/** @param {WithBlanks} form @returns {Formation[]} */
export const formationsOf = ({ blanks }) => blanks.filter((blank) => blank.blank === "formation");

/** @param {WithBlanks} form @param {string} name @returns {Rows} */
export function rowsNamed(form, name) {
  const found = rowsOf(form).find((blank) => blank.name === name);
  if (!found) throw new Error(`the form has no lines called ${name}`);
  return found;
}

/**
 * The cells of the row that a line fills.
 * @param {FilledOrder} order @param {string} name @param {number} at
 */
export function rowOf(order, name, at) {
  return rowsNamed(order, name).rows[order.lines[name][at].row];
}

/**
 * The order before anything is chosen, with its required lines and the suggested groups.
 * @param {Form} form
 */
export function emptyOrder(form) {
  const blanks = form.blanks.filter((blank) => blank.blank !== "formation");
  /** @type {FilledOrder} */
  const order = { form, blanks, cells: {}, lines: {} };
  for (const cell of cellsOf(form)) put(order.cells, cell, defaultOf(cell));
  for (const blank of rowsOf(form)) {
    order.lines[blank.name] = [];
    if (blank.least && blank.least >= blank.rows.length)
      order.lines[blank.name] = blank.rows.map((row, i) => ({ row: i, cells: defaults(row) }));
  }
  const formed = (/** @type {FilledOrder} */ filled, /** @type {Formation} */ formation) =>
    withFormed(filled, formation, suggestedIn(formation));
  return formationsOf(form).reduce(formed, order);
}

/**
 * The order with these groups and single units.
 * @param {FilledOrder} order @param {Formation} formation @param {Formed} formed @returns {FilledOrder}
 */
export function withFormed(order, formation, formed) {
  const rows = rowsFormed(formation, formed);
  const names = new Set(rows.map((blank) => blank.name));
  const others = order.blanks.filter((blank) => !names.has(blank.name));
  const lines = { ...order.lines, ...linesFormed(formed, rows) };
  return { ...order, blanks: [...rows, ...others], lines };
}

/** @param {Blanks} cells @param {Cell} cell @param {Json | undefined} value */
export function put(cells, cell, value) {
  if (value !== undefined && cell.blank !== "fixed") cells[cell.name] = value;
}

/** @param {Cell[]} row */
function defaults(row) {
  /** @type {Blanks} */
  const cells = {};
  for (const cell of row) put(cells, cell, defaultOf(cell));
  return cells;
}

/**
 * The value of a cell of a line.
 * @param {FilledLine} line @param {Cell} cell @returns {Json | undefined}
 */
export function inCell(line, cell) {
  return cell.blank === "fixed" ? cell.value : line.cells[cell.name];
}

/**
 * Fills one blank; undefined empties it.
 * @param {FilledOrder} order @param {string} name @param {Json | undefined} value @returns {FilledOrder}
 */
export function withCell(order, name, value) {
  const { [name]: _, ...others } = order.cells;
  return { ...order, cells: value === undefined ? others : { ...others, [name]: value } };
}

/**
 * Adds a line for a row, with those values of the blank `once` that no other line has; values chosen for it
 * are removed from other lines. A line left without any stays, and is incomplete.
 * @param {FilledOrder} order @param {string} name @param {number} row @param {Blanks} [chosen]
 * @returns {FilledOrder}
 */
export function withLine(order, name, row, chosen = {}) {
  const blank = rowsNamed(order, name);
  const once = blank.rows[row].find((cell) => cell.name === blank.once);
  const cells = defaults(blank.rows[row]);
  if (once?.blank === "several") cells[once.name] = free(once, takenOnce(order, blank));
  const line = { row, cells: { ...cells, ...chosen } };
  const others = once ? withoutTaken(order.lines[name], blank, line) : order.lines[name];
  return withLines(order, name, [...others, line]);
}

/**
 * The values that no line has yet.
 * @param {import("../types.js").Several} cell @param {Json[]} taken @returns {Json[]}
 */
function free(cell, taken) {
  const all = cell.values.map((one) => one.value);
  return all.filter((value) => !taken.some((one) => isSame(one, value)));
}

/** The values of the blank `once` in a line. @param {FilledOrder} order @param {Rows} blank */
export function takenOnce(order, blank) {
  const name = blank.once ?? "";
  return order.lines[blank.name].flatMap((line) => /** @type {Json[]} */ (line.cells[name] ?? []));
}

/**
 * Lines without the values that another line has taken. No line is removed, so that their numbers stay valid
 * and no order disappears unasked.
 * @param {FilledLine[]} lines @param {Rows} blank @param {FilledLine} taker
 */
function withoutTaken(lines, blank, taker) {
  const name = blank.once ?? "";
  const taken = /** @type {Json[]} */ (taker.cells[name] ?? []);
  return lines.map((line) => {
    const left = /** @type {Json[]} */ (line.cells[name] ?? []).filter(
      (value) => !taken.some((one) => isSame(one, value)),
    );
    return { ...line, cells: { ...line.cells, [name]: left } };
  });
}

/** @param {FilledOrder} order @param {string} name @param {FilledLine[]} lines @returns {FilledOrder} */
export function withLines(order, name, lines) {
  return { ...order, lines: { ...order.lines, [name]: lines } };
}

/**
 * Fills a cell of a line; undefined empties it. A value of the blank `once` is taken from other lines.
 * @param {FilledOrder} order @param {string} name @param {number} at @param {string} cell
 * @param {Json | undefined} value @returns {FilledOrder}
 */
export function withLineCell(order, name, at, cell, value) {
  const { [cell]: _, ...others } = order.lines[name][at].cells;
  const changed = {
    ...order.lines[name][at],
    cells: value === undefined ? others : { ...others, [cell]: value },
  };
  const blank = rowsNamed(order, name);
  const lines = order.lines[name].map((line, i) => {
    if (i === at) return [changed];
    return cell === blank.once ? withoutTaken([line], blank, changed) : [line];
  });
  return withLines(order, name, lines.flat());
}

/** @param {FilledOrder} order @param {string} name @param {number} at @returns {FilledOrder} */
export function withoutLine(order, name, at) {
  return withLines(
    order,
    name,
    order.lines[name].filter((_, i) => i !== at),
  );
}

/** The order as submitted. @param {FilledOrder} order @returns {Blanks} */
export function blanksOf(order) {
  /** @type {Blanks} */
  const blanks = {};
  for (const cell of cellsOf(order)) {
    const value = cell.blank === "fixed" ? cell.value : order.cells[cell.name];
    if (value !== undefined) blanks[cell.name] = value;
  }
  for (const blank of rowsOf(order))
    blanks[blank.name] = order.lines[blank.name].map((_, at) => lineBlanks(order, blank.name, at));
  return blanks;
}

/** @param {FilledOrder} order @param {string} name @param {number} at @returns {Blanks} */
function lineBlanks(order, name, at) {
  /** @type {Blanks} */
  const blanks = {};
  for (const cell of rowOf(order, name, at)) {
    const value = inCell(order.lines[name][at], cell);
    if (value !== undefined) blanks[cell.name] = value;
  }
  return blanks;
}

/**
 * The entries lost when another order replaces them; null if nothing that somebody entered is lost.
 * @param {FilledOrder | null} before @param {FilledOrder} order @returns {FilledOrder | null}
 */
export function replaced(before, order) {
  if (before?.form !== order.form) return null;
  const [old, now] = [blanksOf(before), blanksOf(order)];
  return isSame(old, now) || isSame(old, blanksOf(emptyOrder(order.form))) ? null : before;
}

/** @typedef {{blank: string, at: number | null, cell: string, words: string}} Fault */

/** What is still missing before an order can be submitted. @param {FilledOrder} order @returns {Fault[]} */
export function faultsOf(order) {
  /** @type {Fault[]} */
  const faults = [];
  for (const cell of cellsOf(order))
    if (cell.blank !== "fixed" && !fits(cell, order.cells[cell.name]))
      faults.push({ blank: cell.name, at: null, cell: "", words: lackIn(cell, order.cells[cell.name]) });
  for (const blank of rowsOf(order)) {
    const lines = order.lines[blank.name];
    if (lines.length < (blank.least ?? 0))
      faults.push({
        blank: blank.name,
        at: null,
        cell: "",
        words: `${blank.title}: at least ${blank.least} required`,
      });
    for (const [at, line] of lines.entries())
      for (const cell of blank.rows[line.row])
        if (!fits(cell, inCell(line, cell)))
          faults.push({ blank: blank.name, at, cell: cell.name, words: lackIn(cell, inCell(line, cell)) });
  }
  return faults;
}
