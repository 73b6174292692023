/** A route by waypoints, next to the map: its waypoints and cost so far, the next waypoint, and undo. */

import { endWords } from "../order/cells.js";
import { pathInHand } from "../order/choosing.js";
import { costOf, courseFrom, hasLegs } from "../order/waypoints.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Course} Course */
/** @typedef {import("../types.js").Held} Held */
/** @typedef {import("../order/form_subjects.js").Act} Act */

/**
 * @typedef {object} WayDeeds
 * @property {(isOn: boolean) => void} byWaypoints
 * @property {(place: string) => void} goOn  adds a waypoint
 * @property {() => void} backOne  removes the last waypoint
 */

/**
 * Turns waypoints on and off, if a route can have them.
 * @param {Held} held @param {Act[]} acts
 * @param {WayDeeds} deeds
 */
export function waypointToggle(held, acts, deeds) {
  const mayBeLaid = acts.some((act) => act.cells.some((cell) => cell.blank === "course" && hasLegs(cell)));
  if (!mayBeLaid) return null;
  const attributes = {
    type: "button",
    class: "quick",
    "data-stays": "waypoints",
    "aria-pressed": String(Boolean(held.stops)),
    title: "Choose the route by waypoints",
    onclick: () => deeds.byWaypoints(!held.stops),
  };
  return h("button", attributes, "Use waypoints");
}

/**
 * @param {import("../types.js").FilledOrder} order @param {Held} held @param {Course} cell
 * @param {WayDeeds} deeds @returns {HTMLElement[]}
 */
export function wayFields(order, held, cell, deeds) {
  const way = pathInHand(order, held, cell);
  const places = [cell.start, ...way].filter(Boolean).map((place) => endWords(cell, place));
  const cost = `costs ${costOf(cell, way)} of ${cell.allowance}`;
  const words = way.length ? `${places.join(" → ")}: ${cost}` : "No waypoints yet.";
  const back = {
    type: "button",
    class: "button back-one",
    "data-stays": "back one",
    disabled: !way.length,
    onclick: deeds.backOne,
  };
  return [
    h("p", { class: "way-so-far small", role: "status" }, words),
    onwardList(cell, way, deeds),
    h("button", back, "Remove last waypoint"),
  ];
}

/** @param {Course} cell @param {string[]} way @param {WayDeeds} deeds */
function onwardList(cell, way, deeds) {
  const course = courseFrom(cell, way);
  const soFar = costOf(cell, way);
  const places = [...new Set(course.reach.map((one) => one.place))];
  const options = places.map((place) => {
    const costs = course.reach.filter((one) => one.place === place).map((one) => one.cost);
    return h("option", { value: place }, `${endWords(cell, place)} (costs ${soFar + Math.min(...costs)})`);
  });
  const first = places.length ? "Choose …" : "None: the allowance is used up";
  const list = h(
    "select",
    {
      "data-stays": "onward",
      onchange: (/** @type {Event} */ event) =>
        deeds.goOn(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    h("option", { value: "" }, first),
    ...options,
  );
  return h("label", { class: "field" }, "Next waypoint ", list);
}
