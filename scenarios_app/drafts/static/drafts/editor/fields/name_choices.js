/** What of the document a text may name: sides, areas of the map, ships, task groups. */

/** @typedef {{value: string, words: string}} Candidate */

/**
 * @param {import("../types.js").Spec} spec @param {string} names @param {import("../types.js").Place} place
 * @returns {Candidate[]}
 */
export function candidates(spec, names, place) {
  const sides = spec.sides ?? [];
  const own =
    place[0] === "sides"
      ? sides.filter((side, number) => side.key === place[1] || number === place[1])
      : sides;
  switch (names) {
    case "side":
      return sides.map((side) => ({ value: side.key, words: side.name || side.key }));
    case "area":
      return Object.keys(spec.map?.areas ?? {}).map((key) => ({ value: key, words: areaName(key) }));
    case "ship":
      return own.flatMap((side) => (side.ships ?? []).map((ship) => ({ value: ship.key, words: ship.name })));
    case "group":
      return own.flatMap((side) =>
        (side.groups ?? []).map((group) => ({ value: group.key, words: group.name })),
      );
    case "ship name":
      return own.flatMap((side) =>
        (side.ships ?? []).map((ship) => ({ value: ship.name, words: ship.name })),
      );
    default:
      return [];
  }
}

/** An area's key as people read it. @param {string} key */
export function areaName(key) {
  const words = key.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
