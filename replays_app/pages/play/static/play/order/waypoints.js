/** Routes from waypoint to waypoint, along the legs that the form lists. Pure. */

import { pathTo } from "./route.js";

/** @typedef {import("../types.js").Course} Course */
/** @typedef {import("../types.js").Leg} Leg */
/** @typedef {import("../types.js").Reached} Reached */
/** @typedef {import("../types.js").Turning} Turning */

/**
 * A point that a route has reached.
 * @typedef {{place: string, cost: number, turned: number, facing?: number,
 *   way: string[]}} Stand
 */

/** Whether a course can have waypoints. @param {Course} cell */
export const hasLegs = (cell) => Boolean(cell.legs?.length);

/** The cost of a route, leg by leg. @param {Course} cell @param {string[]} path */
export function costOf(cell, path) {
  return along(cell, path)?.cost ?? cell.reach.find((one) => one.place === path.at(-1))?.cost ?? 0;
}

/** How many steps a route turns in all. @param {Course} cell @param {string[]} path */
export const turnedOn = (cell, path) => along(cell, path)?.turned ?? 0;

/**
 * The facing at the end of a route; undefined if its course has no turning.
 * @param {Course} cell
 * @param {string[]} path
 */
export const facingOf = (cell, path) => along(cell, path)?.facing;

/** The start of a course. @param {Course} cell @returns {Stand} */
const startOf = ({ turning }) => ({ place: "", cost: 0, turned: 0, facing: turning?.facing, way: [] });

/**
 * The point that a route reaches, leg by leg; null if a leg does not exist.
 * @param {Course} cell @param {string[]} path
 */
function along(cell, path) {
  let stand = startOf(cell);
  for (const place of path) {
    const leg = cell.legs?.find(([before, to]) => before === stand.place && to === place);
    if (!leg) return null;
    stand = after(cell, stand, leg);
  }
  return stand;
}

/** @param {Course} cell @param {Stand} at @param {Leg} leg @returns {Stand} */
function after({ turning }, at, [, place, cost, facing]) {
  const faces = turning ? between(turning, at.facing, facing) : 0;
  return { place, cost: at.cost + cost, turned: at.turned + faces, facing, way: [...at.way, place] };
}

/** The fewest steps from one facing to another. @param {Turning} turning @param {number} [facing]
 * @param {number} [other] */
function between({ words }, facing = 0, other = 0) {
  const turned = (other - facing + words.length) % words.length;
  return Math.min(turned, words.length - turned);
}

/**
 * The rest of a course after a route: the places that can be reached from its end, and the cheapest routes
 * there.
 * @param {Course} cell @param {string[]} path @returns {Course}
 */
export function courseFrom(cell, path) {
  if (!path.length) return cell;
  const stand = along(cell, path);
  const allowance = cell.allowance - costOf(cell, path);
  const start = path[path.length - 1];
  const turning = cell.turning && {
    ...cell.turning,
    facing: stand?.facing ?? cell.turning.facing,
    faces: cell.turning.faces - (stand?.turned ?? 0),
  };
  const onward = { ...cell, start, allowance, turning };
  return { ...onward, reach: reachIn(onward, start) };
}

/**
 * All that legs reach, cheapest first, then with the fewest turns: each place, and each facing if routes
 * turn.
 * @param {Course} cell @param {string} [from]  one of its places; by default its start @returns {Reached[]}
 */
export function reachIn(cell, from = "") {
  /** @type {Map<string, Stand[]>} */
  const settled = new Map();
  /** @type {Stand[]} */
  const found = [];
  const waiting = [{ ...startOf(cell), place: from }];
  for (let at = waiting.shift(); at; at = waiting.shift()) {
    const { place, facing, turned, way } = at;
    const key = cell.turning ? `${place}/${facing}` : place;
    const known = settled.get(key) ?? [];
    if (known.some((one) => one.turned <= turned)) continue;
    if (way.length && !known.length) found.push(at);
    settled.set(key, [...known, at]);
    for (const leg of cell.legs ?? []) {
      if (leg[0] === place && leg[1] !== from && mayGo(cell, at, leg)) waiting.push(after(cell, at, leg));
    }
    waiting.sort((one, other) => one.cost - other.cost || one.turned - other.turned);
  }
  return found.map((one) => reachedBy(cell, one));
}

/** @param {Course} cell @param {Stand} at @param {Leg} leg */
function mayGo(cell, at, leg) {
  const { cost, turned } = after(cell, at, leg);
  const { turning } = cell;
  const isTurned = !turning || (turned <= turning.faces && turned - at.turned <= turning.at_once);
  return cost <= cell.allowance && isTurned;
}

/** @param {Course} cell @param {Stand} stand @returns {Reached} */
function reachedBy({ reach }, { place, cost, facing, way }) {
  const known = reach.find((one) => one.place === place);
  return { ...known, place, cost, before: way.at(-2) ?? "", way, facing };
}

/**
 * The intermediate places of a route that is not the cheapest one to its end; none if it is the cheapest.
 * @param {Course} cell @param {string[]} path
 */
export function waypointsOf(cell, path) {
  const usual = pathTo(cell.reach, path.at(-1) ?? "") ?? path;
  return usual.join() === path.join() ? [] : path.slice(0, -1);
}
