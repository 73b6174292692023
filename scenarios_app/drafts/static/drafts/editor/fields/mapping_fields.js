/** Mappings of a form: records or values by a key, which can be added and removed. */

import { h } from "../../../darkseas/kit/dom.js";
import { valueOf, write } from "./controls/form_context.js";
import { freshId, helpOf } from "./controls/labels.js";
import { keyOf } from "../../../darkseas/kit/slugs.js";
import { same, written } from "./document_paths.js";
import { fresh } from "./fresh_values.js";
import { areaName } from "./name_choices.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("./controls/form_context.js").FormContext} FormContext */
/** @typedef {import("./list_fields.js").Make} Make */

/**
 * Records or values by a key, such as numbers by type of ship.
 * @param {FormContext} formContext @param {Field} field @param {Place} place @param {Make} make
 * @returns {Part}
 */
export function mappingPart(formContext, field, place, make) {
  return new MappingPart(formContext, field, place, make);
}

class MappingPart {
  rows = h("div", { class: "rows" });
  /** @type {Map<string, Part>} */
  parts = new Map();
  /** The keys that are offered. @type {{value: string, words: string}[]} */
  offered = [];

  /** @param {FormContext} formContext @param {Field} field @param {Place} place @param {Make} make */
  constructor(formContext, field, place, make) {
    this.formContext = formContext;
    this.field = field;
    this.place = place;
    this.make = make;
    this.of = /** @type {Field} */ (field.of);
    /** The allowed keys; none if any key is allowed. */
    this.keys = (field.keys ?? field.choices ?? []).map(({ value, words }) => ({
      value: String(value),
      words: words || String(value),
    }));
    this.pick = /** @type {HTMLSelectElement | HTMLInputElement} */ (
      this.keys.length
        ? h("select", { "aria-label": `${field.title}: what for` })
        : h("input", { type: "text", "aria-label": `${field.title}: name of the new one`, maxlength: 40 })
    );
    this.add = h(
      "button",
      { type: "button", class: "button small-button", onclick: () => this.addOne() },
      "Add",
    );
    this.element = this.group();
  }

  group() {
    const id = freshId("mapping");
    return h(
      "div",
      { class: "field list-field", role: "group", "aria-labelledby": id, "data-place": written(this.place) },
      h("h4", { id, tabindex: -1 }, this.field.title || this.field.name),
      helpOf(this.formContext, this.field),
      h("p", { class: "found" }),
      this.rows,
      h("span", { class: "control add-row" }, this.pick, this.add),
    );
  }

  /** @returns {Record<string, unknown>} */
  value() {
    return /** @type {Record<string, unknown>} */ (valueOf(this.formContext, this.field, this.place) ?? {});
  }

  /** @param {Record<string, unknown>} value */
  write(value) {
    write(this.formContext, this.field, this.place, value);
  }

  /** @param {string} key */
  titleOf(key) {
    return this.keys.find((choice) => choice.value === key)?.words ?? areaName(key);
  }

  addOne() {
    const text = this.pick.value;
    const key = this.keys.length ? text : keyOf(text);
    if (!key || key in this.value()) return;
    this.write({ ...this.value(), [key]: fresh(this.of, [], this.formContext) });
    if (!this.keys.length) this.pick.value = "";
    const control = this.parts.get(key)?.element.querySelector("input, select");
    /** @type {HTMLElement | null | undefined} */ (control)?.focus();
  }

  /** @param {string} key */
  remove(key) {
    const { [key]: _, ...others } = this.value();
    this.write(others);
    this.add.focus();
  }

  /** @param {string} key @returns {Part} */
  row(key) {
    const title = this.titleOf(key);
    const inner = this.make(
      { ...this.formContext, subject: title },
      { ...this.of, title, text: "", rule: "" },
      [...this.place, key],
    );
    const removal = h(
      "button",
      { type: "button", class: "quiet", "aria-label": `Remove: ${title}`, onclick: () => this.remove(key) },
      "✕",
    );
    return {
      element: h("div", { class: "row-card" }, inner.element, h("span", { class: "row-buttons" }, removal)),
      update: inner.update.bind(inner),
    };
  }

  update() {
    const value = this.value();
    for (const [key, part] of this.parts)
      if (!(key in value)) {
        part.element.remove();
        this.parts.delete(key);
      }
    for (const key of Object.keys(value)) {
      if (!this.parts.has(key)) {
        const part = this.row(key);
        this.parts.set(key, part);
        this.rows.append(part.element);
      }
      this.parts.get(key)?.update();
    }
    this.offer(this.keys.filter((choice) => !(choice.value in value)));
  }

  /** Offers the keys that are not taken. @param {{value: string, words: string}[]} free */
  offer(free) {
    if (this.keys.length && !same(free, this.offered)) {
      this.offered = free;
      this.pick.replaceChildren(...free.map(({ value, words }) => h("option", { value }, words)));
    }
    this.add.toggleAttribute("disabled", this.keys.length > 0 && !free.length);
  }
}
