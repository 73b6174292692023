/** The areas of a map: choose one to paint, name a new one, rename, delete. */

import { h } from "../../../darkseas/kit/dom.js";
import { swatch } from "../drawing/area_styles.js";
import { areaName, isAreaName, withArea, withAreaRenamed, withoutArea } from "../model/map_edits.js";
import { button, field, makePanel, newGroup, refill } from "./panel.js";
import { hexes } from "../model/hex_text.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeAreas(editor) {
  const list = h("ul", { class: "choices" });
  const name = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", maxlength: 60, autocomplete: "off" })
  );
  const [rename, remove] = [
    button("Rename", () => renameTo(editor, name)),
    button("Delete", () => removeChosen(editor)),
  ];
  const group = newGroup();
  /** @type {unknown} */
  let drawn = null;
  const mark = () => {
    for (const radio of list.querySelectorAll("input")) radio.checked = radio.value === editor.choice.area;
    for (const one of [rename, remove])
      /** @type {HTMLButtonElement} */ (one).disabled = !editor.map.areas?.[editor.choice.area];
  };
  editor.onMap(() => {
    const areas = editor.map.areas ?? {};
    if (drawn !== areas)
      refill(
        list,
        Object.entries(areas).map(([one, places], i) => row(editor, group, one, places.length, i)),
      );
    drawn = areas;
    mark();
  });
  editor.onChoice(mark);
  const form = h(
    "form",
    {
      class: "row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        add(editor, name);
      },
    },
    field("Name of an area", name),
    h("button", { class: "button small" }, "Add"),
    rename,
    remove,
  );
  return makePanel(
    "Areas",
    true,
    h("p", { class: "soft small" }, "Named hexes, for victory conditions and set-up."),
    list,
    form,
  );
}

/**
 * @param {EditorContext} editor @param {string} group @param {string} name @param {number} count
 * @param {number} look
 */
function row(editor, group, name, count, look) {
  const radio = h("input", {
    type: "radio",
    name: group,
    value: name,
    "data-name": name,
    onchange: () => editor.choose({ area: name, tool: "area" }),
  });
  return h(
    "li",
    {},
    h(
      "label",
      {},
      radio,
      swatch(editor.mapView.ids, look),
      h("span", { class: "grow" }, name),
      h("span", { class: "soft small" }, hexes(count)),
    ),
  );
}

/**
 * Returns the typed name as a valid one; shows an error if it is invalid.
 * @param {EditorContext} editor @param {HTMLInputElement} input
 */
function nameFrom(editor, input) {
  const name = areaName(input.value);
  if (isAreaName(name) && !editor.map.areas?.[name]) return name;
  editor.host.announce(
    name
      ? `There is an area ${name} already. Give another name.`
      : "Give the area a name of letters, digits and dashes first.",
  );
  input.focus();
  return "";
}

/** @param {EditorContext} editor @param {HTMLInputElement} input */
function add(editor, input) {
  const name = nameFrom(editor, input);
  if (!name) return;
  editor.change(`Add area ${name}`, (map) => withArea(map, name, [], true));
  input.value = "";
  editor.choose({ area: name, tool: "area" });
}

/** @param {EditorContext} editor @param {HTMLInputElement} input */
function renameTo(editor, input) {
  const from = editor.choice.area;
  const name = nameFrom(editor, input);
  if (!name) return;
  editor.change(`Rename area ${from}`, (map) => withAreaRenamed(map, from, name));
  editor.choose({ area: name });
  input.value = "";
  editor.host.announce(`${from} is now ${name}. Aims that speak of ${from} must be told.`);
}

/** @param {EditorContext} editor */
function removeChosen(editor) {
  const { area } = editor.choice;
  editor.change(`Delete area ${area}`, (map) => withoutArea(map, area));
  editor.choose({ area: "" });
  editor.host.announce(`Area ${area} deleted.`);
}
