/** The key to the chart: the sides' colours and shapes, then what the chart itself has to explain. */

import { h, s } from "../kit/dom.js";

/** A line of the key. @param {string} words @param {string} box  what is seen of the picture @param {SVGElement} inside @returns {HTMLElement} */
export function sign(words, box, inside) {
  return h(
    "li",
    {},
    s("svg", { class: "chart sign", viewBox: box, width: 48, height: 48, "aria-hidden": "true" }, inside),
    words,
  );
}

/** @param {HTMLElement} list @param {import("./types.js").Side[]} sides @param {HTMLElement[]} signs */
export function showSigns(list, sides, signs) {
  const colours = sides.map((one) =>
    h("li", {}, h("span", { class: `ensign large navy-${one.navy} notch-${one.notch}` }), one.name),
  );
  list.replaceChildren(...colours, ...signs);
}
