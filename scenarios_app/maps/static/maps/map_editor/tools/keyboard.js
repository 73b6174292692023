/** The keys on the map: arrows lead from hex to hex, Enter or space works there, letters choose tools. */

import { isOn } from "../model/hex_shapes.js";
import { SHAPES, TOOLS } from "./tools.js";

/** @typedef {import("../map_editor.js").Desk} Desk */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAN_PART = 0.15;
const ZOOM = 1.4;

/** The keys in words, for who asks. */
export const KEYS_IN_WORDS = [
  ["Arrows", "to the next hex"],
  ["Enter or space", "paint or choose there"],
  ["Shift and arrows", "move the map"],
  ["+ and −", "nearer, farther"],
  ["0", "all of the map"],
  [", and .", "the next side of the hex, with Coast"],
  ["Esc", "let go of a rectangle"],
  ...TOOLS.map((tool) => [tool.letter.toUpperCase(), tool.title]),
  ...SHAPES.map((shape) => [shape.letter.toUpperCase(), shape.tip]),
];

/**
 * @param {Desk} desk @param {HTMLElement} chart  what has the focus
 * @param {import("./pointer.js").PointerHands} hands
 */
export function listenToKeys(desk, chart, hands) {
  chart.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== chart) return;
    if (event.key === " ") hands.holdsSpace = true;
    else if (!onKey(desk, event)) return;
    event.preventDefault();
  });
  chart.addEventListener("keyup", (event) => {
    if (event.key !== " " || !hands.holdsSpace) return;
    hands.holdsSpace = false;
    event.preventDefault();
    if (desk.sheet.view.moved < 4) desk.act();
    desk.sheet.view.moved = 0;
  });
  chart.addEventListener("blur", () => {
    hands.holdsSpace = false;
  });
}

/** True where the key means something. @param {Desk} desk @param {KeyboardEvent} event */
function onKey(desk, event) {
  const arrow = ARROWS[event.key];
  if (arrow)
    event.shiftKey ? desk.sheet.view.pan(arrow[0] * PAN_PART, arrow[1] * PAN_PART) : walk(desk, arrow);
  else if (event.key === "Enter") desk.act();
  else if (event.key === "Escape") return desk.letGo();
  else if (event.key === "," || event.key === ".") turn(desk, event.key === "." ? 1 : 5);
  else return chooseByKey(desk, event.key);
  return true;
}

/** Chooses tool or shape, or zooms. @param {Desk} desk @param {string} key */
export function chooseByKey(desk, key) {
  const letter = key.toLowerCase();
  const tool = TOOLS.find((one) => one.letter === letter);
  const shape = SHAPES.find((one) => one.letter === letter);
  if (tool) desk.choose({ tool: tool.key });
  else if (shape) desk.choose({ shape: shape.key });
  else if (key === "+" || key === "=") desk.sheet.view.zoom(ZOOM);
  else if (key === "-") desk.sheet.view.zoom(1 / ZOOM);
  else if (key === "0") desk.sheet.view.fit();
  else return false;
  return true;
}

/** @param {Desk} desk @param {[number, number]} step */
function walk(desk, [right, down]) {
  const at = { col: desk.cursor.col + right, row: desk.cursor.row + down };
  if (!isOn(desk.map, at)) return desk.host.announce("The map ends here.");
  desk.moveTo(at);
  desk.sheet.reveal(at);
  desk.sayHex();
}

/** @param {Desk} desk @param {number} by */
function turn(desk, by) {
  desk.moveTo(desk.cursor, (desk.side + by) % 6);
  desk.sayHex();
}
