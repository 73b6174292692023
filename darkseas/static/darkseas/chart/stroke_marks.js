/** What the strokes of any chart share: which are new, the burst of a hit, words on a chip. */

import { s } from "../kit/dom.js";

/** @typedef {import("./types.js").Stroke} Stroke */
/** @typedef {import("./geometry.js").Point} Point */

/** A hit. */
export const BURST =
  "M0-11 2.500-4 9-7 5-1 12 2 5 3.500 8 10 1.500 6-3 12-3.500 5-11 6-6 1-12-4-5-3.500-6-10-1.500-5Z";

/** @param {Stroke} stroke */
const nameOf = (stroke) => [stroke.kind, stroke.side, stroke.path.join("-"), stroke.label ?? ""].join("|");

/**
 * Which strokes were not there one entry earlier.
 * @param {Stroke[]} strokes @param {Stroke[]} before @returns {Set<Stroke>}
 */
export function freshStrokesOf(strokes, before) {
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const stroke of before) known.set(nameOf(stroke), (known.get(nameOf(stroke)) ?? 0) + 1);
  return new Set(
    strokes.filter((stroke) => {
      const left = known.get(nameOf(stroke)) ?? 0;
      known.set(nameOf(stroke), left - 1);
      return left <= 0 && !(stroke.age ?? 0);
    }),
  );
}

/**
 * Words on a chip; drawn in pixels, whatever the zoom.
 * @param {Stroke} stroke @param {Point} at @param {number} nth
 */
export function chip(stroke, at, nth) {
  const text = stroke.label ?? "";
  const wide = text.length * 6.1 + 16;
  const group = s(
    "g",
    { class: `pinned chip ${stroke.outcome ?? ""}` },
    s("rect", { x: -wide / 2, y: -11 - 24 * nth, width: wide, height: 22, rx: 4 }),
    s("text", { y: 4 - 24 * nth }, text),
  );
  pin(group, at);
  return group;
}

/** Fixes something drawn in pixels to a point of the chart. @param {SVGElement} group @param {Point} at */
export function pin(group, at) {
  group.style.transform = `translate(${at.x}px, ${at.y}px) scale(var(--unit))`;
}
