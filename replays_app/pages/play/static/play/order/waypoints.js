/** Ways of one's own: a course that goes from waypoint to waypoint, by the legs that its form names. Pure. */

import { pathTo } from "./route.js";

/** @typedef {import("../types.js").Course} Course */
/** @typedef {import("../types.js").Leg} Leg */
/** @typedef {import("../types.js").Reached} Reached */
/** @typedef {import("../types.js").Turning} Turning */

/** Where a way has come to. @typedef {{place: string, cost: number, turned: number, facing?: number,
 *   way: string[]}} Stand */

/** Whether a course may be laid by waypoints. @param {Course} cell */
export const hasLegs = (cell) => Boolean(cell.legs?.length);

/** What a way costs, leg by leg. @param {Course} cell @param {string[]} path */
export function costOf(cell, path) {
  return along(cell, path)?.cost ?? cell.reach.find((one) => one.place === path.at(-1))?.cost ?? 0;
}

/** By how many steps a way turns in all. @param {Course} cell @param {string[]} path */
export const turnedOn = (cell, path) => along(cell, path)?.turned ?? 0;

/** How a way faces at its end; undefined where its course has no turning. @param {Course} cell
 * @param {string[]} path */
export const facingOf = (cell, path) => along(cell, path)?.facing;

/** The start of a course. @param {Course} cell @returns {Stand} */
const startOf = ({ turning }) => ({ place: "", cost: 0, turned: 0, facing: turning?.facing, way: [] });

/** Where a way comes to, leg by leg; null where no leg goes. @param {Course} cell @param {string[]} path */
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
 * What is left of a course behind a way: where one may go on to from its end, and by which cheapest ways.
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
 * All that legs lead to, cheapest first, and with the fewest turns: each place, and where ways turn each
 * facing there.
 * @param {Course} cell @param {string} [from]  a place of it; else its start @returns {Reached[]}
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
 * The places between, where a way is not the cheapest one to its end; none where it is.
 * @param {Course} cell @param {string[]} path
 */
export function waypointsOf(cell, path) {
  const usual = pathTo(cell.reach, path.at(-1) ?? "") ?? path;
  return usual.join() === path.join() ? [] : path.slice(0, -1);
}
