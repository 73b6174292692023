/** Where sides and groups may set up: choose a zone to paint its hexes. */

import { h } from "../../../darkseas/kit/dom.js";
import { button, makePanel, newGroup, refill } from "./panel.js";
import { hexes } from "../model/hex_text.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeZones(editor) {
  const list = h("ul", { class: "choices" });
  const group = newGroup();
  let drawn = "";
  const mark = () => {
    for (const radio of list.querySelectorAll("input")) radio.checked = radio.value === editor.choice.zone;
  };
  editor.onMap(() => {
    const zones = editor.zones();
    const now = JSON.stringify(
      zones.map((zone) => [zone.path, zone.title, zone.navy, zone.notch, zone.hexes.length]),
    );
    if (now !== drawn)
      refill(
        list,
        zones.map((zone) => row(editor, group, zone)),
      );
    drawn = now;
    mark();
  });
  editor.onChoice(mark);
  return makePanel("Set-up zones", true, list);
}

/** @param {EditorContext} editor @param {string} group @param {import("../types.js").Zone} zone */
function row(editor, group, zone) {
  const radio = h("input", {
    type: "radio",
    name: group,
    value: zone.path,
    "data-name": zone.path,
    onchange: () => editor.choose({ zone: zone.path, tool: "zone" }),
  });
  return h(
    "li",
    {},
    h(
      "label",
      {},
      radio,
      h("span", { class: `ensign navy-${zone.navy} notch-${zone.notch % 4}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "grow" },
        zone.title,
        h("span", { class: "soft small beneath" }, hexes(zone.hexes.length)),
      ),
    ),
    editor.host.select
      ? button("Show", () => editor.host.select?.(zone.path), {
          "aria-label": `Show ${zone.title} in the scenario`,
        })
      : null,
  );
}
