/** In which corner of a chart the small one hides least. Pure. */

import { meet } from "../geometry.js";

/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {{name: "" | "at-left" | "at-top-left", box: Box}} Corner  the first is the usual one */

/** What the sentence shown is about weighs so much as other pieces. */
const NOW = 6;
/** Pixels from the chart's edge, and what the scale bar takes of the left corner. */
const [EDGE, SCALE_BAR] = [12, 64];

/**
 * The corner with the fewest pieces under it, those that the sentence is about above all; the usual one where
 * no other is better.
 * @param {Box} seen  the part of the drawing that is seen @param {number} unit  units of it for one pixel
 * @param {{w: number, h: number}} size  of the small chart, in pixels
 * @param {(Box & {isNow?: boolean})[]} dots
 */
export function calmCorner(seen, unit, size, dots) {
  const [w, h] = [size.w * unit, size.h * unit];
  const left = seen.x + EDGE * unit;
  const foot = seen.y + seen.h - h;
  /** @type {Corner[]} */
  const corners = [
    { name: "", box: { x: seen.x + seen.w - w - EDGE * unit, y: foot - EDGE * unit, w, h } },
    { name: "at-left", box: { x: left, y: foot - SCALE_BAR * unit, w, h } },
    { name: "at-top-left", box: { x: left, y: seen.y + EDGE * unit, w, h } },
  ];
  const hidden = corners.map(({ box }) =>
    dots.filter((dot) => meet(dot, box)).reduce((sum, dot) => sum + (dot.isNow ? NOW : 1), 0),
  );
  return corners[hidden.indexOf(Math.min(...hidden))].name;
}
