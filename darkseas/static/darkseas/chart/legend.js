/** The legend of a chart: the sides' colours and shapes, then what the chart itself has to explain. */

import { h, s } from "../kit/dom.js";

/**
 * An entry of the legend.
 * @param {string} words @param {string} box  what is seen of the picture @param {SVGElement} inside
 * @returns {HTMLElement}
 */
export function legendEntry(words, box, inside) {
  return h(
    "li",
    {},
    s("svg", { class: "chart sign", viewBox: box, width: 48, height: 48, "aria-hidden": "true" }, inside),
    words,
  );
}

/** @param {HTMLElement} list @param {import("./types.js").Side[]} sides @param {HTMLElement[]} entries */
export function showLegend(list, sides, entries) {
  const colours = sides.map((one) =>
    h("li", {}, h("span", { class: `ensign large navy-${one.navy} notch-${one.notch}` }), one.name),
  );
  list.replaceChildren(...colours, ...entries);
}
