/** Where the numbers of a scenario come from. */

import { at, written } from "./document_paths.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {{origins?: Record<string, string>}} Document  one whose numbers have origins */

/** What each origin means, for people. @type {Record<string, string>} */
export const ORIGINS = {
  rulebook: "from the rulebook",
  companion: "from a companion to the rules",
  published: "from a published scenario",
  derived: "worked out from ship data",
  house: "our own",
};

/**
 * The origin of the longest path in `origins` that covers a place; empty where none does. A path may leave
 * out members of lists: "sides.ships.ratings" covers all ships of all sides.
 * @param {Record<string, string> | undefined} origins @param {Place} place @returns {string}
 */
export function originOf(origins, place) {
  let best = "";
  let length = -1;
  for (const path of Object.keys(origins ?? {})) {
    const parts = path ? path.split(".") : [];
    if (parts.length > length && covers(parts, place, 0)) [best, length] = [path, parts.length];
  }
  return length < 0 ? "" : (origins?.[best] ?? "");
}

/** Members of lists stand behind the name of their list. */
const LISTS = new Set(["sides", "ships", "groups"]);

/** @param {string[]} path @param {Place} place @param {number} from @returns {boolean} */
function covers(path, place, from) {
  if (!path.length) return true;
  if (from >= place.length) return false;
  if (String(place[from]) === path[0] && covers(path.slice(1), place, from + 1)) return true;
  const isMember = from > 0 && LISTS.has(String(place[from - 1]));
  return isMember && covers(path, place, from + 1);
}

/**
 * All origins but those at a place or inside it.
 * @param {Record<string, string> | undefined} origins @param {string} where
 */
export function without(origins, where) {
  if (!origins) return origins;
  const kept = Object.entries(origins).filter(([path]) => path !== where && !path.startsWith(`${where}.`));
  return kept.length === Object.keys(origins).length ? origins : Object.fromEntries(kept);
}

/**
 * Returns the names of the values at a place.
 * @param {Document} spec @param {Place} place @returns {string[]}
 */
function namesAt(spec, place) {
  const inside = at(spec, place);
  return inside && typeof inside === "object" && !Array.isArray(inside) ? Object.keys(inside) : [];
}

/**
 * Returns the common origin of all values at a place; empty if none is given, null if they differ.
 * @param {Document} spec @param {Place} place
 */
export function originWithin(spec, place) {
  const names = namesAt(spec, place);
  const found = new Set(
    names.length
      ? names.map((name) => originOf(spec.origins, [...place, name]))
      : [originOf(spec.origins, place)],
  );
  return found.size === 1 ? [...found][0] : null;
}

/**
 * All origins, with this one for all that there is at a place.
 * @param {Document} spec @param {Place} place @param {string} origin
 * @returns {Record<string, string>}
 */
export function withOne(spec, place, origin) {
  const where = written(place);
  const origins = { ...without(spec.origins, where), [where]: origin };
  for (const name of namesAt(spec, place))
    if (originOf(origins, [...place, name]) !== origin) origins[`${where}.${name}`] = origin;
  return origins;
}
