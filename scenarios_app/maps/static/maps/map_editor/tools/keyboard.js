/** The keys on the map: arrows lead from hex to hex, Enter or space works there, letters choose tools. */

import { isOn } from "../model/hex_shapes.js";
import { SHAPES, TOOLS } from "./tools.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAN_PART = 0.15;
const ZOOM = 1.4;

/** Descriptions of the keys, for the help text. */
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
 * @param {EditorContext} editor @param {HTMLElement} chart  what has the focus
 * @param {import("./pointer.js").PointerControls} pointer
 */
export function listenToKeys(editor, chart, pointer) {
  chart.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== chart) return;
    if (event.key === " ") pointer.holdsSpace = true;
    else if (!onKey(editor, event)) return;
    event.preventDefault();
  });
  chart.addEventListener("keyup", (event) => {
    if (event.key !== " " || !pointer.holdsSpace) return;
    pointer.holdsSpace = false;
    event.preventDefault();
    if (editor.mapView.view.moved < 4) editor.act();
    editor.mapView.view.moved = 0;
  });
  chart.addEventListener("blur", () => {
    pointer.holdsSpace = false;
  });
}

/** Handles a key; false if it is unknown. @param {EditorContext} editor @param {KeyboardEvent} event */
function onKey(editor, event) {
  const arrow = ARROWS[event.key];
  if (arrow)
    event.shiftKey ? editor.mapView.view.pan(arrow[0] * PAN_PART, arrow[1] * PAN_PART) : walk(editor, arrow);
  else if (event.key === "Enter") editor.act();
  else if (event.key === "Escape") return editor.letGo();
  else if (event.key === "," || event.key === ".") turn(editor, event.key === "." ? 1 : 5);
  else return chooseByKey(editor, event.key);
  return true;
}

/** Chooses tool or shape, or zooms. @param {EditorContext} editor @param {string} key */
export function chooseByKey(editor, key) {
  const letter = key.toLowerCase();
  const tool = TOOLS.find((one) => one.letter === letter);
  const shape = SHAPES.find((one) => one.letter === letter);
  if (tool) editor.choose({ tool: tool.key });
  else if (shape) editor.choose({ shape: shape.key });
  else if (key === "+" || key === "=") editor.mapView.view.zoom(ZOOM);
  else if (key === "-") editor.mapView.view.zoom(1 / ZOOM);
  else if (key === "0") editor.mapView.view.fit();
  else return false;
  return true;
}

/** @param {EditorContext} editor @param {[number, number]} step */
function walk(editor, [right, down]) {
  const at = { col: editor.cursor.col + right, row: editor.cursor.row + down };
  if (!isOn(editor.map, at)) return editor.host.announce("The map ends here.");
  editor.moveTo(at);
  editor.mapView.reveal(at);
  editor.sayHex();
}

/** @param {EditorContext} editor @param {number} by */
function turn(editor, by) {
  editor.moveTo(editor.cursor, (editor.side + by) % 6);
  editor.sayHex();
}
