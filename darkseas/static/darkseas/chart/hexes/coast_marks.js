/** Marks that a map bears beside land: coast along hexsides, anchors of ports. Pure. */

import { centre, centreOf, corners, parse } from "./geometry.js";

/** The sides of a hex; side i runs from corner i to the next one, as hex_plane counts them. */
export const SIDES = ["ne", "e", "se", "sw", "w", "nw"];

const tidy = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * Hexsides, written as "0806/ne", as one path; what is not written so is left out.
 * @param {Iterable<string>} names @returns {string}
 */
export function sidesPath(names) {
  let path = "";
  for (const name of names) {
    const [place, word] = name.split("/");
    const { col, row } = parse(place);
    const side = SIDES.indexOf(word);
    if (side < 0 || !Number.isInteger(col) || !Number.isInteger(row)) continue;
    const ring = corners(centre(col, row));
    const [from, to] = [ring[side], ring[(side + 1) % 6]];
    path += `M${tidy(from.x)} ${tidy(from.y)}L${tidy(to.x)} ${tidy(to.y)}`;
  }
  return path;
}

/** An anchor in each of these hexes. @param {Iterable<string>} places @returns {string} */
export function anchorsPath(places) {
  let path = "";
  for (const place of places) {
    const { x, y } = centreOf(place);
    path += `M${x} ${tidy(y - 2)}v24m-9-17h18m-20 7c1 7 5 10 11 10s10-3 11-10m-11-17a3.500 3.500 0 1 1 .01 0`;
  }
  return path;
}
