/** The way that a course takes: from the tree of cheapest ways that its form holds. Pure. */

/** @typedef {import("../types.js").Reached} Reached */

/**
 * The places entered on the way to one that is reached; null where it is not. An edge stands once for each
 * place that it may be left from; without `before` the cheapest is used. An end with a full route returns it.
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

/** Whether a way ends where its course may end. @param {Reached[]} reach @param {string[]} path */
export function endsWith(reach, path) {
  const end = path.at(-1);
  return reach.some((one) => one.place === end && (path.length === 1 || isKnownStep(reach, one, path)));
}

/**
 * A way of one's own may enter the last place from elsewhere; over an edge only from where it may be left.
 * @param {Reached[]} reach @param {Reached} end @param {string[]} path
 */
function isKnownStep(reach, end, path) {
  const isEdge = reach.filter((one) => one.place === end.place).length > 1;
  return !isEdge || end.before === path.at(-2);
}
