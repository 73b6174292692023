/** A result table beside a sum: what else the dice might have done, with its chances; what fell is marked. */

import { h } from "./dom.js";
import { percent } from "./fractions.js";

/** @typedef {{roll: string, result: string, chance: string, rolled?: boolean}} ResultRow */

/** @param {{title: string, rows: ResultRow[]}} column */
export function drawResultColumn(column) {
  return h(
    "table",
    { class: "result-column" },
    h("caption", {}, column.title),
    h(
      "thead",
      {},
      h("tr", {}, h("th", {}, "Rolled"), h("th", {}, "Result"), h("th", { class: "number" }, "Chance")),
    ),
    h("tbody", {}, ...column.rows.map(row)),
  );
}

/** @param {ResultRow} row */
function row({ roll, result, chance, rolled }) {
  return h(
    "tr",
    { class: rolled ? "rolled" : null },
    h("td", {}, roll, rolled ? h("span", { class: "unseen" }, " (this was rolled)") : null),
    h("td", {}, result),
    h("td", { class: "number" }, percent(chance)),
  );
}
