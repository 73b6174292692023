/** Ways of one's own: a course that goes from waypoint to waypoint, by the legs that its form names. Pure. */

import { pathTo } from "./way.js";

/** @typedef {import("../types.js").Course} Course */
/** @typedef {import("../types.js").Leg} Leg */
/** @typedef {import("../types.js").Reached} Reached */

/** Whether a course may be laid by waypoints. @param {Course} cell */
export const hasLegs = (cell) => Boolean(cell.legs?.length);

/** What a way costs, leg by leg. @param {Course} cell @param {string[]} path */
export function costOf({ legs = [], reach }, path) {
  let [before, cost] = ["", 0];
  for (const place of path) {
    const leg = legs.find(([from, to]) => from === before && to === place);
    if (!leg) return reach.find((one) => one.place === path.at(-1))?.cost ?? 0;
    [before, cost] = [place, cost + leg[2]];
  }
  return cost;
}

/**
 * What is left of a course behind a way: where one may go on to from its end, and by which cheapest ways.
 * @param {Course} cell @param {string[]} path @returns {Course}
 */
export function courseFrom(cell, path) {
  if (!path.length) return cell;
  const allowance = cell.allowance - costOf(cell, path);
  const start = path[path.length - 1];
  return { ...cell, start, allowance, reach: reachFrom(cell, start, allowance) };
}

/** @param {Course} cell @param {string} start @param {number} allowance @returns {Reached[]} */
function reachFrom({ legs = [], reach }, start, allowance) {
  /** @type {Map<string, Reached>} */
  const reached = new Map();
  const waiting = [{ place: start, cost: 0 }];
  for (let at = waiting.shift(); at; at = waiting.shift()) {
    for (const [from, place, more] of legs) {
      const cost = at.cost + more;
      const isBetter = cost < (reached.get(place)?.cost ?? Infinity);
      if (from !== at.place || place === start || cost > allowance || !isBetter) continue;
      const known = reach.find((one) => one.place === place);
      reached.set(place, { ...known, place, cost, before: from === start ? "" : from });
      waiting.push({ place, cost });
      waiting.sort((one, other) => one.cost - other.cost);
    }
  }
  return [...reached.values()];
}

/**
 * The places between, where a way is not the cheapest one to its end; none where it is.
 * @param {Course} cell @param {string[]} path
 */
export function waypointsOf(cell, path) {
  const usual = pathTo(cell.reach, path.at(-1) ?? "") ?? path;
  return usual.join() === path.join() ? [] : path.slice(0, -1);
}
