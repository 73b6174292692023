/** Fleets by budget: what is spent, what is left, which ship a side can pay for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hasBudgets,
  priceOf,
  shipDate,
  spentInWords,
  withBudgets,
} from "../../../scenarios_app/drafts/static/drafts/editor/order_of_battle/budget.js";
import { spec } from "./sample_spec.js";

const side = { key: "rn", name: "RN", navies: [], ships: [], rules: { budget: 60 } };
const ships = ["ajax", "achilles"].map((key) => ({ key, name: key, navy: "RN", kind: "CL" }));
const costs = { ajax: 22, achilles: 22, hood: 99 };

test("a side says what it has spent and what is left", () => {
  assert.equal(spentInWords({ ...side, ships }, costs), "Budget: 44 of 60 points spent, 16 left.");
  const poor = { ...side, ships, rules: { budget: 40 } };
  assert.equal(spentInWords(poor, costs), "Budget: 44 of 40 points spent, 4 too many.");
  assert.equal(spentInWords({ ...side, ships, rules: {} }, costs), "Ships for 44 points; no budget is set.");
});

test("a ship that costs more than is left is too dear, and none is without a limit", () => {
  const full = { ...side, ships };
  assert.deepEqual(priceOf(16, full, costs), { words: "16 points", isTooDear: false });
  assert.deepEqual(priceOf(17, full, costs), { words: "17 points, 16 left", isTooDear: true });
  assert.equal(priceOf(99, { ...full, rules: { budget: 0 } }, costs).isTooDear, false);
  assert.equal(priceOf(null, full, costs).words, "");
});

test("both sides get the same points, and the sea the year", () => {
  const next = withBudgets(spec, 1941, 80);
  assert.deepEqual(
    next.sides.map((one) => one.rules?.budget),
    next.sides.map(() => 80),
  );
  assert.equal(next.sea?.year, 1941);
  assert.equal(spec.sides[0].rules?.budget, undefined);
});

test("ships are looked for on the day of the scenario, else at the end of its year", () => {
  const dated = (/** @type {string} */ date) => ({ ...spec, about: { date }, sea: { year: 1916 } });
  assert.equal(shipDate(dated("1916-05-31")), "1916-05-31");
  assert.equal(shipDate(dated("1915")), "1915-12");
  assert.equal(shipDate(dated("")), "1916-12");
  assert.equal(shipDate({ ...spec, about: {}, sea: {} }), "");
});

test("only rules with a budget let sides buy", () => {
  const form = (/** @type {string} */ name) => ({
    system: "s",
    title: "S",
    has_map: true,
    parts: { "sides.rules": { name: "", kind: "record", fields: [{ name, kind: "number" }] } },
  });
  assert.equal(hasBudgets(form("budget")), true);
  assert.equal(hasBudgets(form("training")), false);
});
