/** The areas of a map: choose one to paint, name a new one, rename, delete. */

import { h } from "../../../darkseas/kit/dom.js";
import { swatch } from "../drawing/area_styles.js";
import { areaName, isAreaName, withArea, withAreaRenamed, withoutArea } from "../model/map_edits.js";
import { button, field, makePanel, newGroup, refill } from "./panel.js";
import { hexes } from "../model/hex_text.js";

/** @typedef {import("../map_editor.js").Desk} Desk */

/** @param {Desk} desk @returns {HTMLElement} */
export function makeAreas(desk) {
  const list = h("ul", { class: "choices" });
  const name = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", maxlength: 60, autocomplete: "off" })
  );
  const [rename, remove] = [
    button("Rename", () => renameTo(desk, name)),
    button("Delete", () => removeChosen(desk)),
  ];
  const group = newGroup();
  /** @type {unknown} */
  let drawn = null;
  const mark = () => {
    for (const radio of list.querySelectorAll("input")) radio.checked = radio.value === desk.choice.area;
    for (const one of [rename, remove])
      /** @type {HTMLButtonElement} */ (one).disabled = !desk.map.areas?.[desk.choice.area];
  };
  desk.onMap(() => {
    const areas = desk.map.areas ?? {};
    if (drawn !== areas)
      refill(
        list,
        Object.entries(areas).map(([one, places], i) => row(desk, group, one, places.length, i)),
      );
    drawn = areas;
    mark();
  });
  desk.onChoice(mark);
  const form = h(
    "form",
    {
      class: "row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        add(desk, name);
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
    h("p", { class: "soft small" }, "Named hexes that aims and set-up may speak of."),
    list,
    form,
  );
}

/**
 * @param {Desk} desk @param {string} group @param {string} name @param {number} count @param {number} look
 */
function row(desk, group, name, count, look) {
  const radio = h("input", {
    type: "radio",
    name: group,
    value: name,
    "data-name": name,
    onchange: () => desk.choose({ area: name, tool: "area" }),
  });
  return h(
    "li",
    {},
    h(
      "label",
      {},
      radio,
      swatch(desk.sheet.ids, look),
      h("span", { class: "grow" }, name),
      h("span", { class: "soft small" }, hexes(count)),
    ),
  );
}

/**
 * The name that was typed, as an area may have it; says what is wrong with it.
 * @param {Desk} desk @param {HTMLInputElement} input
 */
function nameFrom(desk, input) {
  const name = areaName(input.value);
  if (isAreaName(name) && !desk.map.areas?.[name]) return name;
  desk.host.announce(
    name
      ? `There is an area ${name} already. Give another name.`
      : "Give the area a name of letters, digits and dashes first.",
  );
  input.focus();
  return "";
}

/** @param {Desk} desk @param {HTMLInputElement} input */
function add(desk, input) {
  const name = nameFrom(desk, input);
  if (!name) return;
  desk.change(`Add area ${name}`, (map) => withArea(map, name, [], true));
  input.value = "";
  desk.choose({ area: name, tool: "area" });
}

/** @param {Desk} desk @param {HTMLInputElement} input */
function renameTo(desk, input) {
  const from = desk.choice.area;
  const name = nameFrom(desk, input);
  if (!name) return;
  desk.change(`Rename area ${from}`, (map) => withAreaRenamed(map, from, name));
  desk.choose({ area: name });
  input.value = "";
  desk.host.announce(`${from} is now ${name}. Aims that speak of ${from} must be told.`);
}

/** @param {Desk} desk */
function removeChosen(desk) {
  const { area } = desk.choice;
  desk.change(`Delete area ${area}`, (map) => withoutArea(map, area));
  desk.choose({ area: "" });
  desk.host.announce(`Area ${area} deleted.`);
}
