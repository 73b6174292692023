/** The key to the chart, drawn with the chart's own hands. */

import { drawBlock } from "./blocks.js";
import { h, s } from "./dom.js";

/** @type {[string, string[]][]} */
const BLOCK_SIGNS = [
  ["A block, face up: silhouette, and a dot for every ship", []], ["Evading: the block is turned", ["evading"]],
  ["Damaged", ["damaged"]], ["Has fired", ["fired"]], ["Has been fired at", ["targeted"]],
  ["Moved two hexes (three: one chevron more)", ["moved-2"]], ["Spotted", ["spotted"]], ["A radar contact", ["contact"]],
];
/** @type {[string, string][]} */
const LINE_SIGNS = [
  ["wake age-0", "Wake; it fades with every turn"], ["shot sighting", "Sighting"], ["shot contact", "Radar contact"],
  ["shot gunfire", "Gunfire, with its odds"], ["shot torpedo", "Torpedoes"],
];

/** @param {SVGElement} inside */
const picture = (inside) => s("svg", { class: "chart sign", viewBox: "-36 -36 72 72", width: 48, height: 48, "aria-hidden": "true" }, inside);

/** @param {HTMLElement} list @param {import("./types.js").Side[]} sides */
export function showSigns(list, sides) {
  const side = sides[0];
  const sample = (/** @type {string[]} */ marks, face = "up") => picture(drawBlock({ key: "", side: side?.key ?? "", at: "", face, kind: "CA", pips: 3, marks }, side));
  const blocks = BLOCK_SIGNS.map(([words, marks]) => h("li", {}, sample(marks), words));
  blocks.splice(1, 0, h("li", {}, sample([], "down"), "A block, face down"));
  const lines = LINE_SIGNS.map(([name, words]) => {
    const line = s("path", { class: name.startsWith("shot") ? "trace" : name, d: "M-30 8Q0-14 30 8" });
    return h("li", {}, picture(name.startsWith("shot") ? s("g", { class: `${name} fresh navy-${side?.navy ?? ""}` }, line) : s("g", { class: `navy-${side?.navy ?? ""}` }, line)), words);
  });
  const colours = sides.map((one) => h("li", {}, h("span", { class: `ensign large navy-${one.navy} notch-${one.notch}` }), one.name));
  list.replaceChildren(...colours, ...blocks, ...lines);
}
