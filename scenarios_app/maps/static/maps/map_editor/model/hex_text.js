/** Hexes and tools in words. Pure. */

import { written } from "../../../darkseas/chart/hexes/numbering.js";
import { areasAt, groundOf, hasSide, setOf } from "./map_edits.js";

/** @typedef {import("../types.js").MapSpec} MapSpec */

/** @type {Record<string, string>} */
const SIDE_WORDS = {
  e: "east",
  se: "south-east",
  sw: "south-west",
  w: "west",
  nw: "north-west",
  ne: "north-east",
};

/** @param {string} place @param {MapSpec} map */
export const numberOf = (place, map) => written(place, map.numbering);

/** A hex and what lies there: "0806, land, in area Sound". @param {MapSpec} map @param {string} place
 * @param {import("../types.js").Zone[]} [zones] @returns {string} */
export function hexInWords(map, place, zones = []) {
  const parts = [numberOf(place, map), groundOf(map, place)];
  if (setOf(map.ports).has(place)) parts.push("port");
  if (setOf(map.excluded).has(place)) parts.push("out of play");
  for (const name of areasAt(map, place)) parts.push(`in area ${name}`);
  for (const zone of zones) if (zone.hexes.includes(place)) parts.push(`in ${zone.title}`);
  for (const found of map.places ?? []) if (found.hex === place) parts.push(found.name);
  return parts.join(", ");
}

/** A hexside: "0806, north-east side, coast". @param {MapSpec} map @param {string} side @returns {string} */
export function sideInWords(map, side) {
  const [place, word] = side.split("/");
  const state = hasSide(map, side) ? "coast" : "open";
  return `${numberOf(place, map)}, ${SIDE_WORDS[word] ?? word} side, ${state}`;
}

/** So many hexes. @param {number} count */
export const hexes = (count) => `${count} ${count === 1 ? "hex" : "hexes"}`;
