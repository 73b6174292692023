/**
 * The subjects of a form, one by one: a block, a ship, a line of dummies; and what can be done with each. A
 * handle is what a player selects first. Pure; knows no rules system.
 */

import { cellsOf, rowsOf } from "./filled_order.js";
import { focusOf, isCharted, textOf, valueOf } from "./cells.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../../darkseas/chart/types.js").Piece} Piece */

/**
 * @typedef {{blank: string, title: string, row: number, cells: Cell[], handleCell: Cell | null}} Act  a row
 */
/** @typedef {{blank: string, title: string, value: Json, cell: Cell}} Mark  a value of a blank for several */
/**
 * `key` identifies a handle; `piece` is what is tapped on the map, "" if it is not on the map.
 * @typedef {{key: string, words: string, help: string, piece: string, acts: Act[], marks: Mark[]}} Handle
 */

/** Subjects that are always pieces on the map. */
const ON_PIECES = new Set(["piece", "crew", "card"]);

/**
 * The handles of a form, in the order of its blanks.
 * @param {import("./filled_order.js").WithBlanks} form  or an order that is being filled
 * @param {Piece[]} pieces  on the map, to find the named ones @returns {Handle[]}
 */
export function handlesOf(form, pieces) {
  /** @type {Map<string, Handle>} */
  const handles = new Map();
  const at = (/** @type {string} */ key, /** @type {Omit<Handle, "key" | "acts" | "marks">} */ known) => {
    const handle = handles.get(key) ?? { key, ...known, acts: [], marks: [] };
    handles.set(key, handle);
    return handle;
  };
  for (const blank of rowsOf(form))
    blank.rows.forEach((cells, row) => {
      const cell = handleCellOf(cells);
      const title = rowTitle(blank, row);
      const act = { blank: blank.name, title, row, cells, handleCell: cell };
      if (cell) at(...known(cell, cell.value, pieces)).acts.push(act);
      else at(`#${blank.name}`, { words: blank.title, help: "", piece: "" }).acts.push(act);
    });
  for (const cell of cellsOf(form)) {
    if (cell.blank !== "several" || !ON_PIECES.has(cell.subject)) continue;
    for (const { value } of cell.values)
      at(...known(cell, value, pieces)).marks.push({
        blank: cell.name,
        title: cell.title,
        value,
        cell,
      });
  }
  return [...handles.values()];
}

/**
 * The label of a row; rows with equal labels are numbered.
 * @param {import("../types.js").Rows} blank @param {number} row
 */
export function rowTitle({ title, rows }, row) {
  return rows.length > 1 && !handleCellOf(rows[row]) ? `${title}, ${row + 1} of ${rows.length}` : title;
}

/** The cell that selects a row: its first fixed one. @param {Cell[]} cells */
export function handleCellOf(cells) {
  return cells.find((cell) => cell.blank === "fixed") ?? null;
}

/**
 * @param {Cell} cell @param {Json} value @param {Piece[]} pieces
 * @returns {[string, Omit<Handle, "key" | "acts" | "marks">]}
 */
function known(cell, value, pieces) {
  const said = valueOf(cell, value);
  const focus = isCharted(cell) ? focusOf(cell, said) : [];
  const piece = focus.map((key) => pieceOf(key, pieces)).find(Boolean) ?? "";
  const key = piece || `${cell.name}=${textOf(value)}`;
  return [key, { words: said.words, help: said.help ?? "", piece }];
}

/**
 * The piece with a key: itself, or the one that carries the ship; "" if neither is on the map.
 * @param {string} key @param {Piece[]} pieces
 */
export function pieceOf(key, pieces) {
  const isThere = (/** @type {Piece} */ piece) => piece.face !== "out" && piece.at !== "";
  const found =
    pieces.find((piece) => piece.key === key && isThere(piece)) ??
    pieces.find((piece) => isThere(piece) && piece.crew?.some((ship) => ship.key === key));
  return found?.key ?? "";
}

/** @param {Handle[]} handles @param {string} key */
export function handleNamed(handles, key) {
  return handles.find((handle) => handle.key === key);
}

/** Cells of a row chosen on the map besides its handle. @param {Act} act @returns {Cell[]} */
export function targetCells(act) {
  return act.cells.filter(
    (cell) =>
      cell !== act.handleCell &&
      isCharted(cell) &&
      cell.blank !== "several" &&
      !(cell.blank === "fixed" && cell.subject === "crew"),
  );
}
