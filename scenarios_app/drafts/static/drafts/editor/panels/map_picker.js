/** Where a scenario's map may come from: the library, or an empty sea. */

import { h } from "../../../darkseas/kit/dom.js";
import { freshId } from "../fields/controls/labels.js";
import { put } from "../fields/document_paths.js";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").MapSpec} MapSpec */
/** @typedef {{maps: {key: string, title: string}[]}} MapList */
/** @typedef {{title?: string, map: MapSpec}} LibraryMap */

const USUAL = { cols: 16, rows: 10 };
const MOST = 100;

export class MapPicker {
  isListed = false;
  cols = numberInput(USUAL.cols);
  rows = numberInput(USUAL.rows);
  status = h("p", { class: "said", role: "status" });
  summary = h("summary", {}, h("h3", {}, "Another map"));

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.list = /** @type {HTMLSelectElement} */ (
      h("select", { id: freshId("maps") }, h("option", { value: "" }, "choose a map"))
    );
    this.element = /** @type {HTMLDetailsElement} */ (
      h(
        "details",
        { class: "fold map-picker" },
        this.summary,
        h("div", { class: "picker-ways" }, this.fromLibrary(), this.emptySea()),
        this.status,
      )
    );
    this.element.addEventListener("toggle", () => {
      if (this.element.open) void this.listMaps();
    });
  }

  fromLibrary() {
    return h(
      "div",
      { class: "field" },
      h("label", { for: this.list.id }, "From the library"),
      h(
        "span",
        { class: "control" },
        this.list,
        button("Take this map", () => void this.takeMap()),
      ),
    );
  }

  emptySea() {
    return h(
      "div",
      { class: "field" },
      h("span", { class: "label" }, "An empty sea"),
      h(
        "span",
        { class: "control" },
        h("label", { for: this.cols.id }, "columns"),
        this.cols,
        h("label", { for: this.rows.id }, "rows"),
        this.rows,
        button("Use an empty sea", () => this.takeSea()),
      ),
    );
  }

  async listMaps() {
    if (this.isListed) return;
    this.isListed = true;
    const answer = /** @type {MapList | null} */ (
      await this.context.api.get("/api/v1/maps/?count=100").catch(() => null)
    );
    const maps = answer?.maps ?? [];
    this.list.append(...maps.map((map) => h("option", { value: map.key }, map.title)));
    if (!maps.length)
      this.status.textContent = "There is no map in the library just now. Begin with an empty sea.";
  }

  async takeMap() {
    if (!this.list.value) return;
    const answer = /** @type {LibraryMap | {fault: Error}} */ (
      await this.context.api
        .get(`/api/v1/maps/${encodeURIComponent(this.list.value)}/`)
        .catch((/** @type {Error} */ fault) => ({ fault }))
    );
    if ("fault" in answer) {
      this.status.textContent = answer.fault.message;
      return;
    }
    this.lay(answer.map, `Take the map ${answer.title ?? answer.map.title}`);
  }

  takeSea() {
    const size = { cols: Number(this.cols.value), rows: Number(this.rows.value) };
    if (![size.cols, size.rows].every((count) => Number.isInteger(count) && count >= 1 && count <= MOST)) {
      this.status.textContent = `A map has 1 to ${MOST} columns and rows.`;
      return;
    }
    this.lay({ key: "own-map", title: "Own map", ...size, source: "Invented" }, "Use an empty sea");
  }

  /** Areas that sides name stay where the new map has none. @param {MapSpec} map @param {string} label */
  lay(map, label) {
    const { store } = this.context;
    this.status.textContent = "";
    const lost = Object.keys(store.spec.map?.areas ?? {}).filter((key) => !(key in (map.areas ?? {})));
    store.change(label, (spec) => put(spec, ["map"], map));
    this.element.open = false;
    const loss = lost.length ? " The previous map’s areas are gone; paint them again." : "";
    this.context.announce(`${map.title}, ${map.cols} by ${map.rows} hexes.${loss}`);
  }

  /** @param {boolean} hasMap */
  update(hasMap) {
    this.summary.firstElementChild?.replaceChildren(hasMap ? "Another map" : "Choose a map");
    if (!hasMap) this.element.open = true;
  }
}

/** @param {string} words @param {() => void} act */
function button(words, act) {
  return h("button", { type: "button", class: "button", onclick: act }, words);
}

/** @param {number} value */
function numberInput(value) {
  return /** @type {HTMLInputElement} */ (
    h("input", { id: freshId("size"), type: "number", min: 1, max: MOST, value })
  );
}
