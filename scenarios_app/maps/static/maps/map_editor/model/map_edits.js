/** What a map says, and new maps made of old ones. Pure: nothing given is changed. */

import { allHexes, label, parse } from "../../../darkseas/chart/hexes/geometry.js";
import { isOn, twinOf } from "./hex_shapes.js";

/** @typedef {import("../types.js").MapSpec} MapSpec */
/** @typedef {"land" | "shallows" | "excluded" | "ports" | "edges"} ListName */

/** The most columns and rows that a map may have. */
export const MOST = 100;

/** What an area may be called: it is named so in files, too. */
const AREA_NAME = /^[A-Za-z0-9_.:/>-]{1,60}$/;

/** @type {{size: string, places: string[]}} */
let known = { size: "", places: [] };

/** All labels of a map, row by row; kept for the next question. @param {{cols: number, rows: number}} map */
export function placesOf(map) {
  const size = `${map.cols} ${map.rows}`;
  if (known.size !== size) known = { size, places: allHexes(map) };
  return known.places;
}

/** @type {WeakMap<string[], Set<string>>} */
const sets = new WeakMap();

/** A list of the map as a set, made once. @param {string[] | undefined} list @returns {Set<string>} */
export function setOf(list) {
  if (!list) return new Set();
  const made = sets.get(list) ?? new Set(list);
  sets.set(list, made);
  return made;
}

/**
 * Returns the members of a set in the order of the map; members off the map come last.
 * @param {MapSpec} map @param {Set<string>} places
 */
function inOrder(map, places) {
  const found = placesOf(map).filter((place) => places.has(place));
  if (found.length === places.size) return found;
  const on = new Set(found);
  return [...found, ...[...places].filter((place) => !on.has(place))];
}

/** @param {Set<string>} set @param {Iterable<string>} places @param {boolean} isIn */
function changed(set, places, isIn) {
  const next = new Set(set);
  for (const place of places) {
    if (isIn) next.add(place);
    else next.delete(place);
  }
  return next;
}

/**
 * Returns a map with these hexes added to a list or removed; the same map if nothing changes.
 * @param {MapSpec} map @param {"land" | "shallows" | "excluded" | "ports"} name
 * @param {Iterable<string>} places @param {boolean} isIn @returns {MapSpec}
 */
export function withHexes(map, name, places, isIn) {
  const before = setOf(map[name]);
  const wanted = [...places].filter((place) => before.has(place) !== isIn);
  return wanted.length ? { ...map, [name]: inOrder(map, changed(before, wanted, isIn)) } : map;
}

/** What a hex is: land, shallows or sea. @param {MapSpec} map @param {string} place */
export function groundOf(map, place) {
  if (setOf(map.land).has(place)) return "land";
  return setOf(map.shallows).has(place) ? "shallows" : "sea";
}

/**
 * @param {MapSpec} map @param {Iterable<string>} places @param {string} ground  land, shallows or sea
 * @returns {MapSpec}
 */
export function withGround(map, places, ground) {
  const hexes = [...places];
  return withHexes(
    withHexes(map, "land", hexes, ground === "land"),
    "shallows",
    hexes,
    ground === "shallows",
  );
}

/** A map with coast along these hexsides, or without. A hexside goes by two names. @param {MapSpec} map
 * @param {Iterable<string>} sides @param {boolean} isIn @returns {MapSpec} */
export function withSides(map, sides, isIn) {
  const before = map.edges ?? [];
  const given = [...sides];
  const meant = new Set([...given, ...given.map(twinOf)]);
  const kept = before.filter((side) => !meant.has(side));
  if (!isIn) return kept.length === before.length ? map : { ...map, edges: kept };
  const fresh = given.filter((side) => !hasSide(map, side));
  return fresh.length ? { ...map, edges: [...before, ...new Set(fresh)] } : map;
}

/** @param {MapSpec} map @param {string} side */
export function hasSide(map, side) {
  const edges = setOf(map.edges);
  return edges.has(side) || edges.has(twinOf(side));
}

/**
 * The map of a real place in the stead of another, which keeps its name, numbers and areas: of each area
 * the hexes that lie on the new map. Tells which areas had none there.
 * @param {MapSpec} map @param {MapSpec} place @returns {{map: MapSpec, gone: string[]}}
 */
export function withRealPlace(map, place) {
  const on = new Set(placesOf(place));
  const areas = Object.entries(map.areas ?? {}).map(
    ([name, hexes]) => /** @type {const} */ ([name, hexes.filter((hex) => on.has(hex))]),
  );
  const gone = areas.filter(([name, hexes]) => !hexes.length && map.areas?.[name].length);
  const kept = areas.filter((one) => !gone.includes(one));
  return {
    map: {
      ...place,
      key: map.key || place.key,
      title: map.title || place.title,
      areas: { ...place.areas, ...Object.fromEntries(kept) },
      ...(map.numbering ? { numbering: map.numbering } : {}),
    },
    gone: gone.map(([name]) => name),
  };
}

// --- areas ---------------------------------------------------------------------------

/** @param {MapSpec} map @param {string} place @returns {string[]} */
export function areasAt(map, place) {
  return Object.entries(map.areas ?? {})
    .filter(([, hexes]) => setOf(hexes).has(place))
    .map(([name]) => name);
}

/**
 * Returns a valid name of an area: invalid characters become dashes.
 * @param {string} text @returns {string}
 */
export function areaName(text) {
  return text
    .trim()
    .replace(/[^A-Za-z0-9_.:/>-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

/** @param {string} name */
export const isAreaName = (name) => AREA_NAME.test(name);

/**
 * @param {MapSpec} map @param {string} name @param {Iterable<string>} places @param {boolean} isIn
 * @returns {MapSpec}
 */
export function withArea(map, name, places, isIn) {
  const before = setOf(map.areas?.[name]);
  const wanted = [...places].filter((place) => before.has(place) !== isIn);
  if (!wanted.length && map.areas?.[name]) return map;
  return { ...map, areas: { ...map.areas, [name]: inOrder(map, changed(before, wanted, isIn)) } };
}

/** @param {MapSpec} map @param {string} from @param {string} to @returns {MapSpec} */
export function withAreaRenamed(map, from, to) {
  const renamed = Object.entries(map.areas ?? {}).map(([name, hexes]) => [name === from ? to : name, hexes]);
  return { ...map, areas: Object.fromEntries(renamed) };
}

/** @param {MapSpec} map @param {string} name @returns {MapSpec} */
export function withoutArea(map, name) {
  return {
    ...map,
    areas: Object.fromEntries(Object.entries(map.areas ?? {}).filter(([one]) => one !== name)),
  };
}

// --- labels --------------------------------------------------------------------------

/**
 * @param {MapSpec} map @param {import("../types.js").Place} place
 * @param {number} [number]  the place to replace @returns {MapSpec}
 */
export function withPlace(map, place, number) {
  const places = map.places ?? [];
  const next =
    number === undefined ? [...places, place] : places.map((one, i) => (i === number ? place : one));
  return { ...map, places: next };
}

/** @param {MapSpec} map @param {number} number @returns {MapSpec} */
export function withoutPlace(map, number) {
  return { ...map, places: (map.places ?? []).filter((_, i) => i !== number) };
}

// --- the whole map ---------------------------------------------------------------------

/** A map of open sea, with nothing on it. @param {MapSpec} map @returns {MapSpec} */
export function cleared(map) {
  return { ...map, land: [], shallows: [], excluded: [], ports: [], edges: [], areas: {}, places: [] };
}

/** The hexes that jut out by half at the ends of every second row. @param {{cols: number, rows: number}} size
 * @param {"east" | "west"} end @returns {string[]} */
function halfHexes(size, end) {
  const found = [];
  const col = end === "east" ? size.cols - 1 : 0;
  for (let row = end === "east" ? 1 : 0; row < size.rows; row += 2) found.push(label(col, row));
  return found;
}

/** Which half hexes are out of play: none, those in the east, those at both ends. @param {MapSpec} map */
export function halfHexRule(map) {
  const out = setOf(map.excluded);
  const isOut = (/** @type {"east" | "west"} */ end) => halfHexes(map, end).every((place) => out.has(place));
  if (map.rows < 2 || !isOut("east")) return "in";
  return isOut("west") ? "both" : "east";
}

/** @param {MapSpec} map @param {string} rule  in, east or both @returns {MapSpec} */
export function withHalfHexRule(map, rule) {
  const east = withHexes(map, "excluded", halfHexes(map, "east"), rule !== "in");
  return withHexes(east, "excluded", halfHexes(map, "west"), rule === "both");
}

/**
 * Returns a map with columns and rows added (over 0) or removed at each side; the rest keeps its place.
 * In the north only pairs of rows come and go, so that every second row stays shifted.
 * @param {MapSpec} map @param {{north: number, south: number, west: number, east: number}} by
 * @returns {MapSpec}
 */
export function resized(map, by) {
  const size = { cols: map.cols + by.west + by.east, rows: map.rows + by.north + by.south };
  if (by.north % 2) throw new RangeError("rows come and go by two in the north");
  if (Math.min(size.cols, size.rows) < 1 || Math.max(size.cols, size.rows) > MOST)
    throw new RangeError(`a map has 1 to ${MOST} columns and rows`);
  const list = (/** @type {string[] | undefined} */ hexes) => shifted(hexes ?? [], by, size);
  return {
    ...map,
    ...size,
    land: list(map.land),
    shallows: list(map.shallows),
    excluded: list(map.excluded),
    ports: list(map.ports),
    areas: Object.fromEntries(Object.entries(map.areas ?? {}).map(([name, hexes]) => [name, list(hexes)])),
    places: (map.places ?? []).flatMap((place) =>
      shifted([place.hex], by, size).map((hex) => ({ ...place, hex })),
    ),
    edges: (map.edges ?? []).flatMap((side) => {
      const [hex, word] = side.split("/");
      return shifted([hex], by, size).map((moved) => `${moved}/${word}`);
    }),
    ...(map.coast
      ? { coast_col: (map.coast_col ?? 0) - by.west, coast_row: (map.coast_row ?? 0) - by.north }
      : {}),
  };
}

/** Hexes under their new labels, without those that are no longer on the map. @param {string[]} hexes
 * @param {{north: number, west: number}} by @param {{cols: number, rows: number}} size */
export function shifted(hexes, by, size) {
  return hexes.flatMap((place) => {
    const { col, row } = parse(place);
    const at = { col: col + by.west, row: row + by.north };
    return isOn(size, at) ? [label(at.col, at.row)] : [];
  });
}
