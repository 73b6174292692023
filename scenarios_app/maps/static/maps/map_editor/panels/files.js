/** Maps as files: our own form, and Tiled's JSON. */

import { h } from "../../../darkseas/kit/dom.js";
import { apiOf, inWords } from "../api.js";
import { button, field, makePanel } from "./panel.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */

const MOST_BYTES = 5 * 1024 * 1024;

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeFiles(editor) {
  const said = h("div", { class: "small", role: "status" });
  const file = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", accept: ".json,.tmj,application/json" })
  );
  file.addEventListener("change", () => {
    void take(editor, file, said);
  });
  return makePanel(
    "Files",
    false,
    h(
      "div",
      { class: "row" },
      button("Save as a file", () =>
        save(`${name(editor)}.map.json`, { format: "darkseas-map", version: 1, map: editor.map }),
      ),
      button("Save for Tiled", () => {
        void saveForTiled(editor, said);
      }),
    ),
    field("Read a map file, ours or Tiled's (JSON, at most 5 MiB)", file),
    said,
  );
}

/** @param {EditorContext} editor */
const name = (editor) => editor.map.key || "map";

/** @param {string} filename @param {unknown} value */
function save(filename, value) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
  h("a", { href: address, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {EditorContext} editor @param {HTMLElement} said */
async function saveForTiled(editor, said) {
  try {
    save(
      `${name(editor)}.tmj`,
      await apiOf(editor.host).post("/api/v1/maps/write-tiled/", { map: editor.map }),
    );
  } catch (fault) {
    tell(editor, said, [inWords(fault)]);
  }
}

/** @param {EditorContext} editor @param {HTMLInputElement} file @param {HTMLElement} said */
async function take(editor, file, said) {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  try {
    if (chosen.size > MOST_BYTES)
      throw new Error("The file is larger than 5 MiB. Take away what is not the map.");
    const found = await apiOf(editor.host).post("/api/v1/maps/read-tiled/", parsed(await chosen.text()));
    editor.change("Read a map from a file", (map) => ({ ...found.map, key: map.key || found.map.key }));
    tell(editor, said, ["The map is as the file has it. Undo brings the other one back.", ...found.findings]);
  } catch (fault) {
    tell(editor, said, [inWords(fault)]);
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

/** @param {EditorContext} editor @param {HTMLElement} said @param {string[]} sentences */
function tell(editor, said, sentences) {
  said.replaceChildren(...sentences.map((sentence) => h("p", {}, sentence)));
  editor.host.announce(sentences.join(" "));
}
