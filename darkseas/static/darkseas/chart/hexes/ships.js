/** Ships on a hex chart: each along her hexes, with bow and stern and the profile of her type on deck. */

import { s } from "../../kit/dom.js";
import { centreOf } from "./geometry.js";
import { silhouette } from "../pieces/silhouettes.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {{x: number, y: number, angle: number, long: number}} Lie */

/** Where a bow points, in degrees clockwise from the east. @type {Record<string, number>} */
export const ANGLES = { E: 0, SE: 60, SW: 120, W: 180, NW: 240, NE: 300 };
/** Where a bow points, in words. @type {Record<string, string>} */
const WORDS = {
  E: "east",
  SE: "south-east",
  SW: "south-west",
  W: "west",
  NW: "north-west",
  NE: "north-east",
};
/** How much of her hexes a ship leaves free, half her beam, and how long her bow is. */
const [FREE, BEAM, BOW] = [20, 17, 30];
/** How wide a profile is at most. */
const PROFILE = 76;

/** Whether a piece is drawn as a ship: the rules say how she faces. @param {Piece} piece */
export const isShip = (piece) => (piece.facing ?? "") in ANGLES;

/** How she heads, in words; "" for a piece that is no ship. @param {Piece} piece */
export const headingWords = ({ facing }) => WORDS[facing ?? ""] ?? "";

/**
 * Where a ship lies on the drawing: her middle, how she heads, how long she is.
 * @param {Piece} piece @returns {Lie}
 */
export function lieOf({ at, facing = "", hexes = [] }) {
  const bow = centreOf(at);
  const stern = centreOf(hexes.at(-1) ?? at);
  const long = Math.hypot(bow.x - stern.x, bow.y - stern.y) + 100 - FREE;
  return { x: (bow.x + stern.x) / 2, y: (bow.y + stern.y) / 2, angle: ANGLES[facing] ?? 0, long };
}

/** How far below her middle a ship's hull reaches on the drawing, as she lies. @param {Piece} piece */
export function hullBelow(piece) {
  const { angle, long } = lieOf(piece);
  const turned = (angle * Math.PI) / 180;
  return Math.abs(Math.sin(turned)) * (long / 2) + Math.abs(Math.cos(turned)) * BEAM;
}

/**
 * The stern of each side, from starboard to port: round, square, cut, pointed.
 * @type {((x: number) => string)[]}
 */
const STERNS = [
  (x) => `L${x + 12} ${BEAM}Q${x} ${BEAM} ${x} 0Q${x} ${-BEAM} ${x + 12} ${-BEAM}`,
  (x) => `L${x} ${BEAM}V${-BEAM}`,
  (x) => `L${x} ${BEAM}L${x + 12} 0L${x} ${-BEAM}`,
  (x) => `L${x + 16} ${BEAM}L${x} 0L${x + 16} ${-BEAM}`,
];

/** A hull from above, her bow to the right, so long. @param {number} long @param {number} notch */
export function hullPath(long, notch) {
  const end = long / 2;
  const shoulder = end - BOW;
  const stern = STERNS[notch % STERNS.length](-end);
  const bow = shoulder + 12;
  return (
    `M${end} 0Q${bow} ${BEAM} ${shoulder} ${BEAM}${stern}` + `L${shoulder} ${-BEAM}Q${bow} ${-BEAM} ${end} 0Z`
  );
}

/**
 * Hull and profile, turned as she heads; a profile never stands on its head.
 * @param {Piece} piece @param {number} notch @returns {SVGElement}
 */
export function drawHull(piece, notch) {
  const { angle, long } = lieOf(piece);
  const path = hullPath(long, notch);
  const group = s(
    "g",
    { class: "hull-above", transform: `rotate(${angle})` },
    s("path", { class: "wood-shade", d: path, transform: "translate(2 2)" }),
    s("path", { class: "wood", d: path }),
    s("path", {
      class: "bow-line",
      d: `M${long / 2 - BOW} ${-BEAM}L${long / 2 - 13} 0L${long / 2 - BOW} ${BEAM}`,
    }),
  );
  if (piece.marks?.includes("evading"))
    group.append(s("path", { class: "weave", d: `M${-long / 2 - 2} 0q-5-13-10 0t-10 0-10 0` }));
  const wide = Math.min(PROFILE, long - BOW - 12);
  const profile = silhouette(piece.kind ?? "", wide);
  const isWestward = angle > 90 && angle < 270;
  if (profile)
    group.append(
      s(
        "g",
        {
          transform: `translate(${-BOW / 3} 0)${isWestward ? " scale(1 -1)" : ""} translate(0 ${wide / 14})`,
        },
        profile,
      ),
    );
  return group;
}
