/** A route as fields: where it ends and, if it turns, the final facing and the hexes it passes. */

import { endWords, wayTo } from "../order/cells.js";
import { costOf, facingOf, hasLegs, reachIn, turnedOn } from "../order/waypoints.js";
import { h } from "../../darkseas/kit/dom.js";
import { listField } from "./list_field.js";

/** @typedef {import("../types.js").Course} Course */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../types.js").Turning} Turning */
/** @typedef {import("./list_field.js").Option} Option */
/** @typedef {(value: Json | undefined) => void} Changed */

/**
 * @param {Course} cell @param {Json | undefined} value @param {string} name @param {Changed} changed
 * @param {string} unset  label of no route
 * @returns {HTMLElement}
 */
export function courseField(cell, value, name, changed, unset) {
  const ends = listField(cell.title, name, endOptions(cell, value, unset), changed);
  if (!cell.turning || !hasLegs(cell) || !Array.isArray(value) || !value.length) return ends;
  const way = /** @type {string[]} */ (value);
  const facings = facingOptions(cell, cell.turning, way);
  return h(
    "div",
    { class: "course" },
    ends,
    listField("Final facing", `${name}.facing`, facings, changed),
    h("p", { class: "way-so-far small", role: "status" }, wayWords(cell, cell.turning, way)),
    h(
      "p",
      { class: "small soft" },
      `Tap a hex to continue from ${way.at(-1)}; tap ${way.at(-1)} to remove it.`,
    ),
  );
}

/** @param {Course} cell @param {Json | undefined} value @param {string} unset @returns {Option[]} */
function endOptions(cell, value, unset) {
  const places = [...new Set(cell.reach.map((one) => one.place))];
  const options = places.map((place) => {
    const cost = Math.min(...cell.reach.filter((one) => one.place === place).map((one) => one.cost));
    const isIn = Array.isArray(value) && value.at(-1) === place;
    return {
      words: `${endWords(cell, place)} (costs ${cost})`,
      value: wayTo(cell, place) ?? undefined,
      isIn,
    };
  });
  return [{ words: unset, value: undefined, isIn: value === undefined }, ...options];
}

/**
 * Possible final facings of a route; the present facing keeps the route.
 * @param {Course} cell @param {Turning} turning @param {string[]} way @returns {Option[]}
 */
function facingOptions(cell, turning, way) {
  const now = facingOf(cell, way);
  const others = reachIn(cell).filter((one) => one.place === way.at(-1) && one.facing !== now);
  const known = [{ facing: now, cost: costOf(cell, way), way }, ...others];
  known.sort((one, other) => (one.facing ?? 0) - (other.facing ?? 0));
  return known.map((one) => ({
    words: `${turning.words[one.facing ?? 0]} (costs ${one.cost})`,
    value: one.way,
    isIn: one.facing === now,
  }));
}

/** @param {Course} cell @param {Turning} turning @param {string[]} way */
function wayWords(cell, turning, way) {
  const places = [cell.start, ...way].map((place) => endWords(cell, place)).join(" → ");
  const cost = `costs ${costOf(cell, way)} of ${cell.allowance}`;
  return `${places}: ${cost}, turns ${turnedOn(cell, way)} of ${turning.faces}.`;
}
