/** Where sides and groups may set up: choose a zone to paint its hexes. */

import { h } from "../../../darkseas/kit/dom.js";
import { button, makePanel, newGroup, refill } from "./panel.js";
import { hexes } from "../model/hex_text.js";

/** @typedef {import("../map_editor.js").Desk} Desk */

/** @param {Desk} desk @returns {HTMLElement} */
export function makeZones(desk) {
  const list = h("ul", { class: "choices" });
  const group = newGroup();
  let drawn = "";
  const mark = () => {
    for (const radio of list.querySelectorAll("input")) radio.checked = radio.value === desk.choice.zone;
  };
  desk.onMap(() => {
    const zones = desk.zones();
    const now = JSON.stringify(
      zones.map((zone) => [zone.path, zone.title, zone.navy, zone.notch, zone.hexes.length]),
    );
    if (now !== drawn)
      refill(
        list,
        zones.map((zone) => row(desk, group, zone)),
      );
    drawn = now;
    mark();
  });
  desk.onChoice(mark);
  return makePanel("Set-up zones", true, list);
}

/** @param {Desk} desk @param {string} group @param {import("../types.js").Zone} zone */
function row(desk, group, zone) {
  const radio = h("input", {
    type: "radio",
    name: group,
    value: zone.path,
    "data-name": zone.path,
    onchange: () => desk.choose({ zone: zone.path, tool: "zone" }),
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
    desk.host.select
      ? button("Show", () => desk.host.select?.(zone.path), {
          "aria-label": `Show ${zone.title} in the scenario`,
        })
      : null,
  );
}
