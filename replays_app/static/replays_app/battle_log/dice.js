/** Draws dice results. */

import { h, s } from "../../darkseas/kit/dom.js";

/** Pips of a six-sided die on a three-by-three grid, by face. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/** @param {import("../../darkseas/chart/types.js").Die} die @returns {SVGElement} */
function face(die) {
  const svg = s("svg", {
    class: "die",
    viewBox: "-20 -20 40 40",
    width: 44,
    height: 44,
    "aria-hidden": "true",
  });
  if (die.sides === 6 && PIPS[die.face]) {
    svg.append(s("rect", { class: "die-body", x: -17, y: -17, width: 34, height: 34, rx: 6 }));
    for (const spot of PIPS[die.face]) {
      svg.append(
        s("circle", {
          class: "die-pip",
          cx: ((Number(spot) % 3) - 1) * 9.5,
          cy: (Math.floor(Number(spot) / 3) - 1) * 9.5,
          r: 3.1,
        }),
      );
    }
    return svg;
  }
  svg.append(s("path", { class: "die-body", d: polygon(18.5, corners(die.sides), -90) }));
  if (die.sides >= 10) svg.append(facets());
  svg.append(s("text", { class: "die-number", y: 5.5 }, String(die.face)));
  return svg;
}

/** The number of corners visible from above on a die with this many sides. @param {number} sides */
function corners(sides) {
  return { 4: 3, 8: 6, 10: 6, 12: 10, 20: 6 }[sides] ?? (sides > 6 ? 8 : 4);
}

/** @param {number} radius @param {number} count @param {number} from  degrees */
function polygon(radius, count, from) {
  const points = Array.from({ length: count }, (_, i) => {
    const angle = ((from + (360 / count) * i) * Math.PI) / 180;
    return onCircle(radius, angle);
  });
  return `M${points.join("L")}Z`;
}

/** A point on a circle, as path coordinates. @param {number} radius @param {number} angle */
const onCircle = (radius, angle) =>
  `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;

/** The top face, and the edges that start from it. */
function facets() {
  let edges = polygon(11.5, 5, -90);
  for (let i = 0; i < 5; i++) {
    const angle = ((-90 + 72 * i) * Math.PI) / 180;
    edges += `M${onCircle(11.5, angle)}L${onCircle(18.5, angle)}`;
  }
  return s("path", { class: "die-edges", d: edges });
}

/** A die result in words. @param {import("../../darkseas/chart/types.js").Die} die */
function dieInWords(die) {
  const where = die.origin === "table" ? ", rolled at the table" : "";
  return `${die.face} on a die of ${die.sides}${where}`;
}

/**
 * Dice in a row, each with its purpose.
 * @param {import("../../darkseas/chart/types.js").Die[]} dice @returns {HTMLElement}
 */
export function drawDice(dice) {
  return h(
    "ul",
    { class: "dice" },
    ...dice.map((die) =>
      h(
        "li",
        {},
        face(die),
        h(
          "span",
          { class: "die-words" },
          h("span", { class: "unseen" }, `${dieInWords(die)}: `),
          h("span", {}, die.label || `of ${die.sides}`),
          h(
            "span",
            { class: "soft", "aria-hidden": "true" },
            `d${die.sides}${die.origin === "table" ? ", at the table" : ""}`,
          ),
        ),
      ),
    ),
  );
}
