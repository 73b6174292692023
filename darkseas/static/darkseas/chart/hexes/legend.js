/** The signs of a hex chart, drawn as the chart draws them. */

import { drawBlock } from "./blocks.js";
import { s } from "../../kit/dom.js";
import { legendEntry } from "../legend.js";

/** @type {[string, string[]][]} */
const BLOCK_SIGNS = [
  ["A block, face up: silhouette, and a dot for every ship", []],
  ["Evading: the block is turned", ["evading"]],
  ["Damaged", ["damaged"]],
  ["Has fired", ["fired"]],
  ["Has been fired at", ["targeted"]],
  ["Moved two hexes (three: one chevron more)", ["moved-2"]],
  ["Spotted", ["spotted"]],
  ["A radar contact", ["contact"]],
];
/** @type {[string, string][]} */
const LINE_SIGNS = [
  ["wake age-0", "Wake; it fades with every turn"],
  ["shot sighting", "Sighting"],
  ["shot contact", "Radar contact"],
  ["shot gunfire", "Gunfire, with its odds"],
  ["shot torpedo", "Torpedoes"],
];

const BOX = "-36 -36 72 72";

/** @param {import("../types.js").Side[]} sides @returns {HTMLElement[]} */
export function hexLegend(sides) {
  const side = sides[0];
  const block = (/** @type {string} */ words, /** @type {string[]} */ marks, face = "up") =>
    legendEntry(
      words,
      BOX,
      drawBlock({ key: "", side: side?.key ?? "", at: "", face, kind: "CA", pips: 3, marks }, side),
    );
  const blocks = BLOCK_SIGNS.map(([words, marks]) => block(words, marks));
  blocks.splice(1, 0, block("A block, face down", [], "down"));
  const lines = LINE_SIGNS.map(([name, words]) => {
    const isShot = name.startsWith("shot");
    const line = s("path", { class: isShot ? "trace" : name, d: "M-30 8Q0-14 30 8" });
    return legendEntry(
      words,
      BOX,
      s("g", { class: `${isShot ? `${name} fresh ` : ""}navy-${side?.navy ?? ""}` }, line),
    );
  });
  return [...blocks, ...lines];
}
