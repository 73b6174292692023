/** Names on the map: islands, straits, capes, ports, seas, marks. */

import { h } from "../../../darkseas/kit/dom.js";
import { withoutPlace, withPlace } from "../model/map_edits.js";
import { button, choiceOf, field, makePanel, refill } from "./panel.js";
import { numberOf } from "../model/hex_text.js";

/** @typedef {import("../types.js").EditorContext} EditorContext */

/** @type {[string, string][]} */
const KINDS = [
  ["island", "Island"],
  ["strait", "Strait"],
  ["cape", "Cape"],
  ["port", "Port"],
  ["sea", "Sea"],
  ["mark", "Mark"],
];

/** @param {EditorContext} editor @returns {HTMLElement} */
export function makeLabels(editor) {
  const panel = new LabelsPanel(editor);
  return panel.element;
}

class LabelsPanel {
  /** @param {EditorContext} editor */
  constructor(editor) {
    this.editor = editor;
    /** The place being changed, by its number; none for a new one. @type {number | undefined} */
    this.number = undefined;
    this.hex = "";
    this.name = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", maxlength: 80, autocomplete: "off" })
    );
    this.kind = choiceOf(KINDS, {});
    this.where = h("p", { class: "small" });
    this.remove = button("Delete", () => this.deletePlace(), { hidden: true });
    this.list = h("ul", { class: "choices" });
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.keep();
        },
      },
      this.where,
      h("div", { class: "row" }, field("Name", this.name), field("Kind", this.kind)),
      h("div", { class: "row" }, h("button", { class: "button small" }, "Set the label"), this.remove),
    );
    this.element = makePanel("Labels", false, this.list, form);
    editor.chart.addEventListener("name-place", (event) =>
      this.begin(/** @type {CustomEvent} */ (event).detail),
    );
    /** @type {unknown} */
    let drawn = null;
    editor.onMap(() => {
      if (drawn === editor.map.places) return;
      drawn = editor.map.places;
      refill(
        this.list,
        (editor.map.places ?? []).map((place, i) => this.row(place, i)),
      );
    });
    this.say();
  }

  /** @param {import("../types.js").Place} place @param {number} number */
  row(place, number) {
    const words = `${place.name}, ${place.kind ?? "mark"}, ${numberOf(place.hex, this.editor.map)}`;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "plain", "data-name": number, onclick: () => this.change(number) },
        words,
      ),
    );
  }

  /** Starts a label in a hex, or edits the existing one. @param {string} hex */
  begin(hex) {
    const there = (this.editor.map.places ?? []).findIndex((place) => place.hex === hex);
    /** @type {HTMLDetailsElement} */ (this.element).open = true;
    if (there >= 0) this.change(there);
    else this.take(undefined, hex, "", this.kind.value || "mark");
    this.name.focus();
  }

  /** @param {number} number */
  change(number) {
    const place = (this.editor.map.places ?? [])[number];
    if (place) this.take(number, place.hex, place.name, place.kind ?? "mark");
  }

  /** @param {number | undefined} number @param {string} hex @param {string} name @param {string} kind */
  take(number, hex, name, kind) {
    this.number = number;
    this.hex = hex;
    this.name.value = name;
    this.kind.value = kind;
    this.remove.hidden = number === undefined;
    this.say();
  }

  say() {
    this.where.textContent = this.hex
      ? `At ${numberOf(this.hex, this.editor.map)}. Choose another hex with the Label tool.`
      : "Choose the Label tool and then a hex.";
  }

  keep() {
    const name = this.name.value.trim();
    if (!name || !this.hex) {
      this.editor.host.announce(
        this.hex ? "Give the place a name first." : "Choose a hex with the Label tool first.",
      );
      return;
    }
    const { number } = this;
    const place = { name, hex: this.hex, kind: this.kind.value };
    this.editor.change(`Label ${name}`, (map) => withPlace(map, place, number));
    this.editor.host.announce(`${name}, ${place.kind}, at ${numberOf(place.hex, this.editor.map)}.`);
    this.take(undefined, "", "", place.kind);
    this.editor.focus();
  }

  deletePlace() {
    const { number } = this;
    if (number === undefined) return;
    const name = (this.editor.map.places ?? [])[number]?.name ?? "";
    this.editor.change(`Delete label ${name}`, (map) => withoutPlace(map, number));
    this.editor.host.announce(`Label ${name} deleted.`);
    this.take(undefined, "", "", this.kind.value);
    this.editor.focus();
  }
}
