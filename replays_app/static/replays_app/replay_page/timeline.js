/** The whole battle on one line: turns, rolls, losses, score, and the current entry. */

import { amountOf, writeFraction } from "../../darkseas/kit/fractions.js";
import { h, s } from "../../darkseas/kit/dom.js";
import { chanceLine } from "../battle_log/chance_line.js";

/** @typedef {import("../../darkseas/chart/types.js").Outline} Outline */

const HIGH = 100;
const FLOOR = 82;

export class Timeline {
  /**
   * @param {HTMLElement} host @param {HTMLInputElement} range
   * @param {(n: number, done: boolean) => void} moved
   */
  constructor(host, range, moved) {
    this.host = host;
    this.range = range;
    range.oninput = () => moved(Number(range.value), false);
    range.onchange = () => moved(Number(range.value), true);
  }

  /** @param {Outline} outline @param {number} entries */
  open(outline, entries) {
    const last = Math.max(entries - 1, 1);
    this.range.max = String(last);
    const svg = s(
      "svg",
      { viewBox: `0 0 ${last} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      ...scoreCurves(outline, last),
      s("path", { class: "turn-lines", d: outline.turns.map((turn) => `M${turn.first} 0V${HIGH}`).join("") }),
      s("path", { class: "rolls", d: outline.marks.rolls.map((n) => `M${n} ${FLOOR + 3}V${HIGH}`).join("") }),
    );
    const labels = outline.turns.map((turn) =>
      at(h("span", { class: "turn-label" }, String(turn.turn)), turn.first / last),
    );
    const losses = outline.marks.losses
      .filter((loss) => loss.n < entries)
      .map((loss) => {
        const side = outline.ground.sides.find((one) => one.key === loss.side);
        return at(
          h("a", {
            class: `loss navy-${side?.navy ?? "none"}`,
            href: `#e${loss.n}`,
            "data-n": loss.n,
            tabindex: -1,
            "aria-hidden": "true",
            title: `${loss.name} sunk, entry ${loss.n}`,
          }),
          loss.n / last,
        );
      });
    this.host.replaceChildren(
      svg,
      h("div", { class: "turn-labels", "aria-hidden": "true" }, ...thinned(labels)),
      ...losses,
    );
  }

  /**
   * @param {import("../battle_log/chance_line.js").Analysis} analysis
   * @param {string} side  name of the first side
   */
  showChance(analysis, side) {
    this.host.querySelector("svg")?.append(chanceLine(analysis, side, FLOOR));
  }

  /** @param {number} n @param {string} [words]  text for screen readers */
  show(n, words) {
    this.range.value = String(n);
    if (words !== undefined) this.range.setAttribute("aria-valuetext", words);
    this.host.style.setProperty("--seen", String(n / (Number(this.range.max) || 1)));
    for (const loss of /** @type {NodeListOf<HTMLElement>} */ (this.host.querySelectorAll(".loss")))
      loss.classList.toggle("to-come", Number(loss.dataset.n) > n);
  }
}

/** @param {HTMLElement} element @param {number} part */
function at(element, part) {
  element.style.left = `${(part * 100).toFixed(3)}%`;
  return element;
}

/** Keeps at most about twenty labels, so that they stay readable. @param {HTMLElement[]} labels */
function thinned(labels) {
  const every = Math.ceil(labels.length / 20);
  return labels.filter((_, i) => i % every === 0);
}

/** One stepped curve per side, all on the same scale. @param {Outline} outline @param {number} last */
function scoreCurves(outline, last) {
  const highest = Math.max(1, ...outline.scores.flatMap((one) => Object.values(one.scores).map(amountOf)));
  return outline.ground.sides.map((side) => {
    let path = `M0 ${FLOOR}`;
    for (const one of outline.scores) {
      if (one.scores[side.key] === undefined) continue;
      path += `H${one.n}V${(FLOOR - (amountOf(one.scores[side.key]) / highest) * (FLOOR - 8)).toFixed(1)}`;
    }
    const final = outline.scores.at(-1)?.scores[side.key];
    return s(
      "g",
      { class: `score navy-${side.navy}` },
      s(
        "title",
        {},
        `${side.name}: ${final ? writeFraction(final) : 0} ${final === "1" ? "point" : "points"}`,
      ),
      s("path", { class: "area", d: `${path}H${last}V${FLOOR}Z` }),
      s("path", { class: "curve", d: `${path}H${last}` }),
    );
  });
}
