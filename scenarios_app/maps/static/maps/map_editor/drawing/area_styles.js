/** Areas and zones differ without colour: each has its own hatch as well as its tint. */

import { s } from "../../../darkseas/kit/dom.js";

/** The strokes of each hatch within a square of 20; the style sheet has as many tints. */
const HATCHES = [
  "M0 20 20 0",
  "M0 0 20 20",
  "M0 10H20",
  "M10 0V20",
  "M10 8.500a1.500 1.500 0 1 0 .01 0",
  "M0 10H20M10 0V20",
  "M0 14 5 6 10 14 15 6 20 14",
  "M10 5a5 5 0 1 0 .01 0",
];

export const LOOKS = HATCHES.length;

/**
 * The hatches as patterns of a drawing.
 * @param {string} prefix  makes their ids this drawing's own @returns {SVGElement[]}
 */
export function hatchPatterns(prefix) {
  return HATCHES.map((d, i) =>
    s(
      "pattern",
      {
        id: `${prefix}-${i}`,
        class: `hatch look-${i}`,
        width: 20,
        height: 20,
        patternUnits: "userSpaceOnUse",
      },
      s("rect", { width: 20, height: 20 }),
      s("path", { d }),
    ),
  );
}

/** A small piece of a hatch, for lists. @param {string} prefix @param {number} look @returns {SVGElement} */
export function swatch(prefix, look) {
  return s(
    "svg",
    {
      class: `swatch look-${look % LOOKS}`,
      viewBox: "0 0 40 24",
      width: 40,
      height: 24,
      "aria-hidden": "true",
    },
    s("rect", { x: 1, y: 1, width: 38, height: 22, fill: `url(#${prefix}-${look % LOOKS})` }),
  );
}
