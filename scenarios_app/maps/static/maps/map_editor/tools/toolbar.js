/** The tools as buttons: in as many rows as the room asks for, so that none is out of sight. */

import { h } from "../../../darkseas/kit/dom.js";
import { icon } from "./icons.js";
import { chooseByKey } from "./keyboard.js";
import { SHAPES, TOOLS } from "./tools.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeToolbar(editor) {
  const tools = TOOLS.filter((tool) => tool.key !== "zone" || editor.host.zones).map((tool) =>
    toolButton(tool, () => editor.choose({ tool: tool.key })),
  );
  const shapes = SHAPES.map((shape) => toolButton(shape, () => editor.choose({ shape: shape.key })));
  const view = editor.mapView.view;
  const zooms = [
    ["+", "Nearer", () => view.zoom(1.4)],
    ["−", "Farther", () => view.zoom(1 / 1.4)],
    ["All", "All of the map", () => view.fit()],
  ].map(([sign, words, act]) =>
    h(
      "button",
      { type: "button", class: "tool", "aria-label": words, title: words, onclick: act },
      h("span", { "aria-hidden": "true" }, String(sign)),
    ),
  );
  const bar = h(
    "div",
    { class: "tool-row", role: "toolbar", "aria-label": "Map tools" },
    h("div", { class: "tool-group", role: "group", "aria-label": "Tool" }, ...tools),
    h("div", { class: "tool-group", role: "group", "aria-label": "Brush" }, ...shapes),
    h("div", { class: "tool-group", role: "group", "aria-label": "View" }, ...zooms),
  );
  editor.onChoice(() => {
    for (const button of [...tools, ...shapes]) {
      const isOn = button.dataset.key === editor.choice.tool || button.dataset.key === editor.choice.shape;
      button.setAttribute("aria-pressed", String(isOn));
    }
  });
  rove(bar, editor);
  return bar;
}

/** @param {{key: string, letter: string, title: string, tip: string}} tool @param {() => void} act */
function toolButton(tool, act) {
  return h(
    "button",
    {
      type: "button",
      class: "tool",
      "data-key": tool.key,
      "aria-pressed": "false",
      "aria-label": `${tool.title}: ${tool.tip}`,
      "aria-keyshortcuts": tool.letter,
      title: `${tool.tip} (${tool.letter.toUpperCase()})`,
      onclick: act,
    },
    icon(tool.key),
    h("span", { "aria-hidden": "true" }, tool.title),
  );
}

/**
 * One stop for the Tab key; arrows go along the row, letters work as on the map.
 * @param {HTMLElement} bar @param {EditorContext} editor
 */
function rove(bar, editor) {
  const buttons = [...bar.querySelectorAll("button")];
  const only = (/** @type {HTMLElement} */ one) =>
    buttons.forEach((button) => {
      button.tabIndex = button === one ? 0 : -1;
    });
  only(buttons[0]);
  bar.addEventListener("focusin", (event) => only(/** @type {HTMLElement} */ (event.target)));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (step) buttons[(here + step + buttons.length) % buttons.length].focus();
    else if (event.ctrlKey || event.metaKey || event.altKey || !chooseByKey(editor, event.key)) return;
    event.preventDefault();
  });
}
