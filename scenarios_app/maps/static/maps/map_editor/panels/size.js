/** Size, play area and how hexes are written. */

import { h } from "../../../darkseas/kit/dom.js";
import { cleared, halfHexRule, MOST, resized, shifted, withHalfHexRule } from "../model/map_edits.js";
import { button, choiceOf, field, makePanel } from "./panel.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {"north" | "south" | "west" | "east"} End */

/** @type {[End, string, number][]} */
const ENDS = [
  ["north", "North", 2],
  ["west", "West", 1],
  ["east", "East", 1],
  ["south", "South", 1],
];

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeSizes(editor) {
  const size = h("p", { class: "size" });
  const ends = h("div", { class: "ends" }, ...ENDS.map(([end, words, by]) => endRow(editor, end, words, by)));
  const numbering = choiceOf(
    [
      ["0000", "from 0000"],
      ["0101", "from 0101"],
      ["A1", "with letters, A1"],
    ],
    { onchange: () => setNumbering(editor, /** @type {Numbering} */ (numbering.value)) },
  );
  const halves = choiceOf(
    [
      ["in", "all in play"],
      ["east", "out in the east"],
      ["both", "out at both ends"],
    ],
    { onchange: () => setHalves(editor, halves.value) },
  );
  const yards = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "number",
      min: 1,
      max: 1000000,
      step: 1,
      onchange: () => setYards(editor, Number(yards.value)),
    })
  );
  editor.onMap(() => {
    const { map } = editor;
    size.textContent = `${map.cols} columns, ${map.rows} rows`;
    numbering.value = map.numbering ?? "0000";
    halves.value = halfHexRule(map);
    if (document.activeElement !== yards) yards.value = String(map.hex_yards ?? 12000);
  });
  return makePanel(
    "Size and play area",
    false,
    size,
    ends,
    field("Numbers on the chart", numbering),
    field("Half hexes at the ends of rows", halves),
    field("Yards across a hex", yards),
    button("Clear the whole map", () => clear(editor)),
  );
}

/** @param {EditorContext} editor @param {End} end @param {string} words @param {number} by */
function endRow(editor, end, words, by) {
  const what = end === "west" || end === "east" ? "column" : by > 1 ? "two rows" : "row";
  return h(
    "div",
    { class: "end" },
    h("span", {}, words),
    button("−", () => resize(editor, end, -by), {
      "aria-label": `Take away a ${what} in the ${end}`.replace("a two", "two"),
    }),
    button("+", () => resize(editor, end, by), {
      "aria-label": `Add a ${what} in the ${end}`.replace("a two", "two"),
    }),
  );
}

/** @param {EditorContext} editor @param {End} end @param {number} by */
function resize(editor, end, by) {
  const all = { north: 0, south: 0, west: 0, east: 0, [end]: by };
  const { cols, rows } = editor.map;
  const [wide, high] = [cols + all.west + all.east, rows + all.north + all.south];
  if (Math.min(wide, high) < 1 || Math.max(wide, high) > MOST)
    return editor.host.announce(`A map has 1 to ${MOST} columns and rows.`);
  const zones = editor.zones();
  editor.change(`${by > 0 ? "Add" : "Take away"} in the ${end}`, (map) => resized(map, all));
  for (const zone of zones) moveZone(editor, zone, all, { cols: wide, rows: high });
  const moved =
    end === "north" || end === "west" ? " Hexes have new numbers; aims that name hexes do not follow." : "";
  editor.host.announce(`${wide} columns, ${high} rows.${moved}`);
}

/**
 * Takes a zone along, unless the map's areas have taken it already.
 * @param {EditorContext} editor @param {import("../types.js").Zone} zone
 * @param {{north: number, west: number}} by @param {{cols: number, rows: number}} size
 */
function moveZone(editor, zone, by, size) {
  const hexes = shifted(zone.hexes, by, size);
  const now = editor.zones().find((one) => one.path === zone.path)?.hexes ?? hexes;
  if (hexes.join() !== now.join()) editor.host.changeZone?.(zone.path, hexes);
}

/** @param {EditorContext} editor @param {Numbering} numbering */
function setNumbering(editor, numbering) {
  editor.change("Change the numbers", (map) => ({ ...map, numbering }));
}

/** @param {EditorContext} editor @param {string} rule */
function setHalves(editor, rule) {
  editor.change("Change the half hexes", (map) => withHalfHexRule(map, rule));
}

/** @param {EditorContext} editor @param {number} yards */
function setYards(editor, yards) {
  if (!Number.isInteger(yards) || yards < 1 || yards > 1_000_000)
    return editor.host.announce("Give the width of a hex in yards, from 1 to 1,000,000.");
  editor.change("Change the scale", (map) => ({ ...map, hex_yards: yards }));
}

/** @param {EditorContext} editor */
function clear(editor) {
  editor.change("Clear the map", cleared);
  editor.choose({ area: "" });
  editor.host.announce("The map is open sea now. Undo brings it back.");
}
