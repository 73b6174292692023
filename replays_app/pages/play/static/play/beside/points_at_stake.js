/** Points at stake, below the victory conditions: each side's points so far, and what each ship counts. */

import { ensign } from "../../replays_app/battle_log/status_lines.js";
import { writeFraction } from "../../darkseas/kit/fractions.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").Standing} Standing */
/** @typedef {import("../types.js").ShipFate} ShipFate */
/** @typedef {import("../../darkseas/chart/types.js").Side} Side */

/** The words for a status; none for an undamaged ship. @type {Record<string, string>} */
const FATES = { damaged: "damaged", exited: "left the map", sunk: "sunk" };

/** @param {HTMLElement} host @param {Standing | undefined} standing @param {Side[]} sides
 * @param {boolean} isOver  whether the points are final */
export function showStakes(host, standing, sides, isOver) {
  host.hidden = !standing?.ships.some((ship) => ship.worth);
  if (!standing || host.hidden) return;
  host.replaceChildren(
    h("h2", {}, isOver ? "Final points" : "Points at stake"),
    ...sides.map((side) => ofSide(side, standing, isOver)),
  );
}

/** @param {Side} side @param {Standing} standing @param {boolean} isOver */
function ofSide(side, { scores, ships }, isOver) {
  const points = writeFraction(scores[side.key] ?? "0");
  const words = `${points} ${points === "1" ? "point" : "points"}${isOver ? "" : " so far"}`;
  const own = ships.filter((ship) => ship.side === side.key);
  return h(
    "section",
    {},
    h("h3", {}, ensign(side), `${side.name}: ${words}`),
    h("ul", {}, ...own.map((ship) => h("li", { class: `fate-${ship.fate}` }, ...lineOf(ship)))),
  );
}

/** @param {ShipFate} ship */
function lineOf({ name, fate, worth }) {
  return [h("strong", {}, name), [FATES[fate] ? `, ${FATES[fate]}` : "", worth ? `: ${worth}` : ""].join("")];
}

/** What each ship counts, by key. @param {Standing | undefined} standing */
export function worthsOf(standing) {
  return new Map((standing?.ships ?? []).map((ship) => [ship.ship, ship.worth]));
}
