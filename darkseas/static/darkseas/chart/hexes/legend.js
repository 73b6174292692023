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
/** @type {[string, string[]][]} */
const SHIP_SIGNS = [
  ["A ship in her hexes: the bow is pointed, the shape of the stern shows her side", []],
  ["Evading: a weaving wake astern", ["evading"]],
  ["Burning", ["burning"]],
  ["Flooding", ["flooding"]],
  ["Damaged", ["damaged"]],
  ["Has fired", ["fired"]],
  ["Has been fired at", ["targeted"]],
  ["In smoke", ["smoke"]],
  ["Below the surface", ["submerged"]],
];
/** @type {[string, string][]} */
const LINE_SIGNS = [
  ["wake age-0", "Wake; it fades with every turn"],
  ["shot sighting", "Sighting"],
  ["shot contact", "Radar contact"],
  ["shot gunfire", "Gunfire, with its odds"],
  ["shot torpedo", "Torpedoes"],
];

/** @type {[string, string][]} */
const FIRE_SIGNS = [
  ["wake age-0", "Wake"],
  ["shot gunfire", "Gunfire, with its hits"],
  ["shot fan", "Torpedoes"],
];

const BOX = "-36 -36 72 72";
const LONG_BOX = "-74 -60 120 120";

/** @param {import("../types.js").Ground} ground @returns {HTMLElement[]} */
export function hexLegend({ sides, pieces }) {
  const isShips = pieces === "ships";
  const [side] = sides;
  const signs = (isShips ? SHIP_SIGNS : BLOCK_SIGNS).map(([words, marks]) =>
    sign(side, words, marks, isShips),
  );
  if (!isShips) signs.splice(1, 0, sign(side, "A block, face down", [], false, "down"));
  return [
    ...signs,
    ...(isShips ? FIRE_SIGNS : LINE_SIGNS).map(([name, words]) => lineSign(side, name, words)),
  ];
}

/** @param {import("../types.js").Side} side @param {string} words @param {string[]} marks
 * @param {boolean} isShip @param {string} [face] */
function sign(side, words, marks, isShip, face = "up") {
  const piece = {
    key: "",
    side: side?.key ?? "",
    at: isShip ? "0000" : "",
    face,
    kind: "CA",
    pips: 3,
    marks,
  };
  const drawn = drawBlock(isShip ? { ...piece, facing: "E" } : piece, side);
  return legendEntry(words, isShip ? LONG_BOX : BOX, drawn);
}

/** @param {import("../types.js").Side} side @param {string} name @param {string} words */
function lineSign(side, name, words) {
  const isShot = name.startsWith("shot");
  const line = s("path", { class: isShot ? "trace" : name, d: "M-30 8Q0-14 30 8" });
  return legendEntry(
    words,
    BOX,
    s("g", { class: `${isShot ? `${name} fresh ` : ""}navy-${side?.navy ?? ""}` }, line),
  );
}
