/** The route of a course, from the tree of cheapest routes in its form. Pure. */

/** @typedef {import("../types.js").Reached} Reached */

/**
 * The places entered on the way to a reached place; null if it is not reached. An edge is listed once for
 * each place it can be left from; without `before` the cheapest is used. An end with a full route returns it.
 * @param {Reached[]} reach @param {string} place @param {string} [before] @returns {string[] | null}
 */
export function pathTo(reach, place, before) {
  const ends = reach.filter((one) => one.place === place && (before === undefined || one.before === before));
  if (!ends.length) return null;
  const end = ends.reduce((best, one) => (one.cost < best.cost ? one : best));
  if (end.way) return end.way;
  const path = [end.place];
  for (let at = end.before; at && path.length <= reach.length; at = placeBefore(reach, at)) path.unshift(at);
  return path;
}

/** @param {Reached[]} reach @param {string} place */
function placeBefore(reach, place) {
  return reach.find((one) => one.place === place)?.before ?? "";
}

/** Whether a route ends where its course may end. @param {Reached[]} reach @param {string[]} path */
export function endsWith(reach, path) {
  const end = path.at(-1);
  return reach.some((one) => one.place === end && (path.length === 1 || isKnownStep(reach, one, path)));
}

/**
 * Whether the last step is possible: a chosen route may enter the last place from anywhere, but an edge only
 * from where it can be left.
 * @param {Reached[]} reach @param {Reached} end @param {string[]} path
 */
function isKnownStep(reach, end, path) {
  const isEdge = reach.filter((one) => one.place === end.place).length > 1;
  return !isEdge || end.before === path.at(-2);
}
