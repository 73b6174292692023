/** A field that chooses one of several values from a list. */

import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Json} Json */
/** @typedef {{words: string, value: Json | undefined, isIn: boolean}} Option */

/** @param {string} title @param {string} name @param {Option[]} options
 * @param {(value: Json | undefined) => void} changed */
export function listField(title, name, options, changed) {
  const list = h(
    "select",
    {
      name,
      onchange: (/** @type {Event} */ event) =>
        changed(options[/** @type {HTMLSelectElement} */ (event.target).selectedIndex].value),
    },
    ...options.map((one) => h("option", { selected: one.isIn }, one.words)),
  );
  return h("label", { class: "field" }, `${title} `, list);
}
