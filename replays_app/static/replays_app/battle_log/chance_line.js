/** The chance to win on the timeline, from the analysis of a finished battle. */

import { s } from "../../darkseas/kit/dom.js";

/**
 * @typedef {{sides: string[], curve: {seq: number, chance: [number, number]}[],
 *   turning_points: {seq: number, before: number, change: [number, number]}[]}} Analysis
 */

/**
 * Loads the analysis of a battle; null if there is none or the server does not answer.
 * @param {string | undefined} address @returns {Promise<Analysis | null>}
 */
export async function readAnalysis(address) {
  if (!address) return null;
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? (await answer.json()).analysis : null;
}

/**
 * The points of the curve in the order of the log, with a jump at each turning point.
 * @param {Analysis} analysis @returns {[number, number][]} entry, and the first side's chance from 0 to 1
 */
export function pointsOf({ curve, turning_points }) {
  /** @type {[number, number][]} */
  const points = curve.slice(0, -1).map(({ seq, chance }) => [seq, chance[0]]);
  for (const { seq, before, change } of turning_points) points.push([seq, before], [seq, before + change[0]]);
  points.sort((one, other) => one[0] - other[0]);
  return [
    ...points,
    ...curve.slice(-1).map(({ seq, chance }) => /** @type {[number, number]} */ ([seq, chance[0]])),
  ];
}

/**
 * A line over the whole timeline: the top is a sure win of the first side.
 * @param {Analysis} analysis @param {string} side  name of the first side @param {number} floor
 */
export function chanceLine(analysis, side, floor) {
  const y = (/** @type {number} */ chance) => ((1 - chance) * floor).toFixed(1);
  const path = pointsOf(analysis).map(([seq, chance]) => `${seq} ${y(chance)}`);
  return s(
    "g",
    { class: "chance" },
    s("title", {}, `Chance of ${side} to win`),
    s("path", { class: "chance-line", d: `M${path.join("L")}` }),
  );
}

/**
 * The next or previous turning point; null if there is none.
 * @param {number[]} points  entries in order @param {number} n @param {1 | -1} direction
 */
export function turningPointFrom(points, n, direction) {
  const ahead = direction === 1 ? points.filter((one) => one > n) : points.filter((one) => one < n).reverse();
  return ahead[0] ?? null;
}
