/** What stands beside a plan on the chart. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../../darkseas/static/darkseas/chart/interactive/choices_on_chart.js";
import { spreadShifts } from "../../../darkseas/static/darkseas/chart/hexes/label_collisions.js";

test("a name stands in two lines at most, and in none where there is none", () => {
  assert.deepEqual(linesOf("Dummy 1 (ijn-1)"), ["Dummy", "1 (ijn-1)"]);
  assert.deepEqual(linesOf("Van"), ["Van"]);
  assert.deepEqual(linesOf(""), []);
});

test("names that would lie on each other move to the nearest line that is free", () => {
  const box = { left: 0, right: 40, top: 100, bottom: 112 };
  assert.deepEqual(spreadShifts([box, box, { ...box, left: 20, right: 90 }]), [0, 12, -12]);
  assert.deepEqual(spreadShifts([box, { ...box, left: 50, right: 90 }]), [0, 0]);
});
