/** The tools: each with its key, its label and its effect on a map. Pure. */

import { areasAt, groundOf, setOf, withArea, withGround, withHexes } from "../model/map_edits.js";

/** @typedef {import("../types.js").MapSpec} MapSpec */
/** @typedef {import("../types.js").Choice} Choice */

/**
 * `paints` hexes; `says` names the step for undo and for the ear.
 * @typedef {{key: string, letter: string, title: string, tip: string, paints: boolean, says: string}} Tool
 */

/** @type {Tool[]} */
export const TOOLS = [
  { key: "look", letter: "v", title: "Look", tip: "Move the map; choose a hex", paints: false, says: "" },
  { key: "sea", letter: "s", title: "Sea", tip: "Paint deep water", paints: true, says: "Paint sea" },
  { key: "land", letter: "l", title: "Land", tip: "Paint land", paints: true, says: "Paint land" },
  {
    key: "shallows",
    letter: "w",
    title: "Shallows",
    tip: "Paint shallow water",
    paints: true,
    says: "Paint shallows",
  },
  {
    key: "port",
    letter: "p",
    title: "Port",
    tip: "Set a port, or take it away",
    paints: true,
    says: "Set ports",
  },
  {
    key: "out",
    letter: "x",
    title: "Out of play",
    tip: "Take hexes out of play, or back in",
    paints: true,
    says: "Change the play area",
  },
  {
    key: "coast",
    letter: "c",
    title: "Coast",
    tip: "Draw coast along hexsides, or take it away",
    paints: false,
    says: "Draw hexside coast",
  },
  {
    key: "area",
    letter: "a",
    title: "Area",
    tip: "Paint the chosen area, or take hexes out of it",
    paints: true,
    says: "Paint area",
  },
  {
    key: "zone",
    letter: "z",
    title: "Set-up",
    tip: "Paint the chosen set-up zone",
    paints: true,
    says: "Paint set-up zone",
  },
  { key: "label", letter: "t", title: "Label", tip: "Name a place", paints: false, says: "Name a place" },
  { key: "pick", letter: "i", title: "Take up", tip: "Take up what a hex holds", paints: false, says: "" },
];

/** @type {{key: string, letter: string, title: string, tip: string}[]} */
export const SHAPES = [
  { key: "1", letter: "1", title: "1", tip: "Brush of one hex" },
  { key: "7", letter: "2", title: "7", tip: "Brush of seven hexes" },
  { key: "19", letter: "3", title: "19", tip: "Brush of nineteen hexes" },
  { key: "rectangle", letter: "r", title: "Rectangle", tip: "From corner to corner" },
  { key: "fill", letter: "f", title: "Fill", tip: "Everything alike that hangs together" },
];

/** @type {Record<string, number>} */
export const RADIUS = { 1: 0, 7: 1, 19: 2 };

/** @param {string} key @returns {Tool} */
export function toolOf(key) {
  return TOOLS.find((tool) => tool.key === key) ?? TOOLS[0];
}

/** What a fill goes by: hexes are alike where this is. @param {MapSpec} map @param {Choice} choice
 * @param {Set<string>} zone  the hexes of the chosen zone @returns {(place: string) => unknown} */
export function likeness(map, choice, zone) {
  const { tool } = choice;
  const [area, out, ports] = [setOf(map.areas?.[choice.area]), setOf(map.excluded), setOf(map.ports)];
  if (tool === "area") return (place) => `${groundOf(map, place)} ${area.has(place)}`;
  if (tool === "zone") return (place) => `${groundOf(map, place)} ${zone.has(place)}`;
  if (tool === "out") return (place) => `${groundOf(map, place)} ${out.has(place)}`;
  if (tool === "port") return (place) => ports.has(place);
  return (place) => groundOf(map, place);
}

/**
 * Whether a stroke that begins here sets marks; one that begins on a mark takes them away.
 * @param {MapSpec} map
 * @param {Choice} choice @param {Set<string>} zone @param {string} place
 */
export function isSetting(map, choice, zone, place) {
  const marked = {
    port: setOf(map.ports),
    out: setOf(map.excluded),
    area: setOf(map.areas?.[choice.area]),
    zone,
  }[choice.tool];
  return !marked?.has(place);
}

/** A map painted with a tool; zones are not the map's. @param {MapSpec} map @param {Choice} choice
 * @param {Iterable<string>} places @param {boolean} isIn @returns {MapSpec} */
export function painted(map, choice, places, isIn) {
  switch (choice.tool) {
    case "port":
      return withHexes(map, "ports", places, isIn);
    case "out":
      return withHexes(map, "excluded", places, isIn);
    case "area":
      return choice.area ? withArea(map, choice.area, places, isIn) : map;
    case "sea":
    case "land":
    case "shallows":
      return withGround(map, places, choice.tool);
    default:
      return map;
  }
}

/**
 * Returns the tool for the content of a hex, and its area if it is in one.
 * @param {MapSpec} map @param {string} place
 * @returns {{tool: string, area?: string}}
 */
export function heldAt(map, place) {
  if (setOf(map.excluded).has(place)) return { tool: "out" };
  if (setOf(map.ports).has(place)) return { tool: "port" };
  const [area] = areasAt(map, place);
  return area ? { tool: "area", area } : { tool: groundOf(map, place) };
}
