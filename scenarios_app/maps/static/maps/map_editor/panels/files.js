/** Maps as files: our own form, and Tiled's JSON. */

import { h } from "../../../darkseas/kit/dom.js";
import { apiOf, inWords } from "../map_api.js";
import { button, field, makePanel } from "./panel.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */
/** @typedef {import("../types.js").MapSpec} MapSpec */

const MOST_BYTES = 5 * 1024 * 1024;

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeFiles(editor) {
  const status = h("div", { class: "small", role: "status" });
  const file = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", accept: ".json,.tmj,application/json" })
  );
  file.addEventListener("change", () => {
    void take(editor, file, status);
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
        void saveForTiled(editor, status);
      }),
    ),
    field("Read a map file, ours or Tiled's (JSON, at most 5 MiB)", file),
    status,
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

/** @param {EditorContext} editor @param {HTMLElement} status */
async function saveForTiled(editor, status) {
  try {
    save(
      `${name(editor)}.tmj`,
      await apiOf(editor.host).post("/api/v1/maps/write-tiled/", { map: editor.map }),
    );
  } catch (fault) {
    report(editor, status, [inWords(fault)]);
  }
}

/** @param {EditorContext} editor @param {HTMLInputElement} file @param {HTMLElement} status */
async function take(editor, file, status) {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  try {
    if (chosen.size > MOST_BYTES)
      throw new Error("The file is larger than 5 MiB. Remove everything but the map.");
    const answer = /** @type {{map: MapSpec, findings: string[]}} */ (
      await apiOf(editor.host).post("/api/v1/maps/read-tiled/", parsed(await chosen.text()))
    );
    editor.change("Read a map from a file", (map) => ({ ...answer.map, key: map.key || answer.map.key }));
    report(editor, status, [
      "The map is as the file has it. Undo brings the other one back.",
      ...answer.findings,
    ]);
  } catch (fault) {
    report(editor, status, [inWords(fault)]);
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

/** @param {EditorContext} editor @param {HTMLElement} status @param {string[]} sentences */
function report(editor, status, sentences) {
  status.replaceChildren(...sentences.map((sentence) => h("p", {}, sentence)));
  editor.host.announce(sentences.join(" "));
}
