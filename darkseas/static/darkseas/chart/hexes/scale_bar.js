/** The scale in yards and in kilometres, as long as the zoom asks for. */

import { s } from "../../kit/dom.js";
import { WIDTH } from "./geometry.js";

const USUAL_YARDS = 12000;
const KM_IN_YARD = 0.0009144;

const WIDEST_PX = 150;
const STEPS = [1, 2, 5];

/** @param {number} most  the longest that fits @returns {number} the longest round number up to it */
function roundest(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return Math.max(...STEPS.map((step) => step * power).filter((length) => length <= most), power);
}

/**
 * @param {number} [across]  how wide a hex is, in yards
 * @returns {{element: SVGElement, update: (unit: number) => void}}
 */
export function makeScaleBar(across = USUAL_YARDS) {
  const kmAcross = across * KM_IN_YARD;
  const element = s("svg", { class: "scale-bar", height: 44, role: "img" });
  return {
    element,
    update(unit) {
      const hexes = (WIDEST_PX * unit) / WIDTH;
      const yards = roundest(hexes * across);
      const km = roundest(hexes * kmAcross);
      const px = (/** @type {number} */ part) => (part * WIDTH) / unit;
      element.setAttribute("aria-label", `Scale: a hex is ${across.toLocaleString("en")} yards`);
      element.setAttribute(
        "width",
        String(Math.ceil(Math.max(px(yards / across), px(km / kmAcross), 60)) + 4),
      );
      element.replaceChildren(
        ...bar(px(yards / across), 17, `${yards.toLocaleString("en")} yd`, 11),
        ...bar(px(km / kmAcross), 25, `${km} km`, 41),
      );
    },
  };
}

/** @param {number} wide @param {number} top @param {string} words @param {number} baseline */
function bar(wide, top, words, baseline) {
  const parts = [s("rect", { class: "scale-case", x: 1, y: top, width: wide, height: 5 })];
  for (const part of [0, 0.5])
    parts.push(s("rect", { class: "scale-fill", x: 1 + wide * part, y: top, width: wide / 4, height: 5 }));
  parts.push(s("text", { x: 1, y: baseline }, words));
  return parts;
}
