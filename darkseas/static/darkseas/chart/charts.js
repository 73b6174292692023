/** Which module draws which kind of ground. A new kind is one more line here. */

import { openCardChart } from "./cards/card_chart.js";
import { openHexChart } from "./hexes/hex_chart.js";

/** @type {Record<string, typeof openHexChart>} */
const KINDS = { cards: openCardChart, hexes: openHexChart };

/**
 * @param {HTMLElement} host @param {import("./types.js").Ground} ground
 * @param {import("./types.js").ChartOptions} [options]
 * @returns {Promise<import("./types.js").ChartView | null>}  null where nobody can draw this ground: the
 *   words still tell all
 */
export async function openChart(host, ground, options) {
  const open = KINDS[ground.kind];
  if (!open) {
    host.textContent = "This site cannot draw such a battle yet. The log beside tells all of it.";
    return null;
  }
  return open(host, ground, options);
}
