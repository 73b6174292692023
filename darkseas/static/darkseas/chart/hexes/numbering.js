/** How hexes are written on a chart: from 0000, from 0101, or with letters. Pure. */

import { label, parse } from "./geometry.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A column as letters: A to Z, then AA. @param {number} col @returns {string} */
function letters(col) {
  const last = LETTERS[col % 26];
  return col < 26 ? last : letters(Math.floor(col / 26) - 1) + last;
}

/**
 * A hex as a chart writes it; anything that is not a hex stays as it is.
 * @param {string} place  the label that rules and files use @param {string} [style] @returns {string}
 */
export function written(place, style = "0000") {
  const { col, row } = parse(place);
  if (!Number.isInteger(col) || !Number.isInteger(row)) return place;
  if (style === "A1") return `${letters(col)}${row + 1}`;
  return style === "0101" ? label(col + 1, row + 1) : place;
}
