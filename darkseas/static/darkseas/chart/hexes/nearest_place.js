/** Where a hex lies among the names of its map: "off Savo Island", "in The Slot". Pure. */

import { isHex, parse } from "./geometry.js";
import { written } from "./numbering.js";

/** @typedef {import("../types.js").HexMap} HexMap */
/** @typedef {import("../types.js").Place} Place */

/** How many hexes away a name still says where one is: a point on the coast, and a part of the sea. */
const [FAR, WITHIN] = [3, 1];
/** Names of water, and of two that are as near the one that is named: what is smaller says more. */
const WATERS = ["strait", "sea"];
const RANKS = ["port", "cape", "mark", "island", ...WATERS];

/** How many hexes lie from one to the other. @param {string} a @param {string} b */
export function hexesApart(a, b) {
  const [from, to] = [a, b].map((place) => {
    const { col, row } = parse(place);
    return { q: col - (row - (row & 1)) / 2, r: row };
  });
  const [q, r] = [to.q - from.q, to.r - from.r];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** @param {Place} place */
const isWater = (place) => WATERS.includes(place.kind ?? "");

/**
 * Where a hex lies, in words; "" where the map has no name near it.
 * @param {Pick<HexMap, "places"> | null} map @param {string} hex
 */
export function nearWords(map, hex) {
  const near = (map?.places ?? [])
    .map((place) => ({ place, far: hexesApart(place.hex, hex) }))
    .filter(({ place, far }) => far <= (isWater(place) ? WITHIN : FAR))
    .sort((a, b) => a.far - b.far || rank(a.place) - rank(b.place))[0];
  if (!near) return "";
  const how = isWater(near.place) ? "in" : near.far ? "off" : "at";
  return `${how} ${near.place.name}`;
}

/**
 * A hex as its chart numbers it, and what lies near: "D3, off Savo Island"; "" for none.
 * @param {Pick<HexMap, "places" | "numbering"> | null} map @param {string} hex
 */
export function hexAndNear(map, hex) {
  return hex ? [written(hex, map?.numbering), nearWords(map, hex)].filter(Boolean).join(", ") : "";
}

/** @param {Place} place */
const rank = (place) => RANKS.indexOf(place.kind ?? "mark");

/**
 * Where that lies which a sentence is about: its first hex, else the first block that lies on the map.
 * @param {Pick<HexMap, "places"> | null} map @param {string[]} focus
 * @param {import("../types.js").Piece[]} pieces
 */
export function whereWords(map, focus, pieces) {
  if (!map) return "";
  const lying = focus.map((name) => pieces.find((piece) => piece.key === name && piece.face !== "out")?.at);
  const hex = focus.find(isHex) ?? lying.find(Boolean);
  return hex ? nearWords(map, hex) : "";
}
