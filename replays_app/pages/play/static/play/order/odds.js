/** Odds in one line: of the enemy, and of own ships that may be hit. Pure. */

import { amountOf } from "../../darkseas/kit/fractions.js";

/** @typedef {import("../types.js").ShipOdds} ShipOdds */

/** The odds of all ships together; "" without any. @param {ShipOdds[]} odds @returns {string} */
export function oddsText(odds) {
  const enemies = chances(odds.filter((one) => !one.friendly));
  const friends = chances(odds.filter((one) => one.friendly));
  const own = friends.sunk + friends.damaged;
  if (!odds.length) return "";
  return [
    `sunk ${percent(enemies.sunk)}`,
    enemies.damaged > 0 ? `damaged ${percent(enemies.damaged)}` : "",
    own > 0 ? `own ships hit ${percent(own)}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The odds of one ship, in words. @param {ShipOdds} one */
export function shipOddsText(one) {
  const drawn = amountOf(one.drawn);
  const [sunk, damaged] = [drawn * amountOf(one.sunk), drawn * amountOf(one.damaged)];
  return `${one.name}${one.friendly ? " (own)" : ""}: sunk ${percent(sunk)}, damaged ${percent(damaged)}`;
}

/** @param {ShipOdds[]} odds */
function chances(odds) {
  const sum = (/** @type {"sunk" | "damaged"} */ what) =>
    odds.reduce((all, one) => all + amountOf(one.drawn) * amountOf(one[what]), 0);
  return { sunk: sum("sunk"), damaged: sum("damaged") };
}

/**
 * A probability; for several ships the sum may exceed 1, and is then an average number of ships.
 * @param {number} part
 */
function percent(part) {
  if (part > 1.005) return `${part.toFixed(1)} ships`;
  if (part > 0 && part < 0.005) return "under 1 %";
  return `${Math.round(part * 100)} %`;
}
