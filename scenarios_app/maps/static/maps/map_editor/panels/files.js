/** Maps as files: our own form, and Tiled's JSON. */

import { h } from "../../../darkseas/kit/dom.js";
import { apiOf, inWords } from "../api.js";
import { button, field, makePanel } from "./panel.js";

/** @typedef {import("../map_editor.js").Desk} Desk */

const MOST_BYTES = 5 * 1024 * 1024;

/** @param {Desk} desk @returns {HTMLElement} */
export function makeFiles(desk) {
  const said = h("div", { class: "small", role: "status" });
  const file = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", accept: ".json,.tmj,application/json" })
  );
  file.addEventListener("change", () => {
    void take(desk, file, said);
  });
  return makePanel(
    "Files",
    false,
    h(
      "div",
      { class: "row" },
      button("Save as a file", () =>
        save(`${name(desk)}.map.json`, { format: "darkseas-map", version: 1, map: desk.map }),
      ),
      button("Save for Tiled", () => {
        void saveForTiled(desk, said);
      }),
    ),
    field("Read a map file, ours or Tiled's (JSON, at most 5 MiB)", file),
    said,
  );
}

/** @param {Desk} desk */
const name = (desk) => desk.map.key || "map";

/** @param {string} filename @param {unknown} value */
function save(filename, value) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
  h("a", { href: address, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {Desk} desk @param {HTMLElement} said */
async function saveForTiled(desk, said) {
  try {
    save(`${name(desk)}.tmj`, await apiOf(desk.host).post("/api/v1/maps/write-tiled/", { map: desk.map }));
  } catch (fault) {
    tell(desk, said, [inWords(fault)]);
  }
}

/** @param {Desk} desk @param {HTMLInputElement} file @param {HTMLElement} said */
async function take(desk, file, said) {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  try {
    if (chosen.size > MOST_BYTES)
      throw new Error("The file is larger than 5 MiB. Take away what is not the map.");
    const found = await apiOf(desk.host).post("/api/v1/maps/read-tiled/", parsed(await chosen.text()));
    desk.change("Read a map from a file", (map) => ({ ...found.map, key: map.key || found.map.key }));
    tell(desk, said, ["The map is as the file has it. Undo brings the other one back.", ...found.findings]);
  } catch (fault) {
    tell(desk, said, [inWords(fault)]);
  }
  file.value = "";
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This file is not JSON. In Tiled, choose “JSON map files” when you save.");
  }
}

/** @param {Desk} desk @param {HTMLElement} said @param {string[]} sentences */
function tell(desk, said, sentences) {
  said.replaceChildren(...sentences.map((sentence) => h("p", {}, sentence)));
  desk.host.announce(sentences.join(" "));
}
