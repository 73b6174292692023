/** What stands beside a plan on the chart. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../../darkseas/static/darkseas/chart/interactive/offers.js";

test("a name stands in two lines at most, and in none where there is none", () => {
  assert.deepEqual(linesOf("Dummy 1 (ijn-1)"), ["Dummy", "1 (ijn-1)"]);
  assert.deepEqual(linesOf("Van"), ["Van"]);
  assert.deepEqual(linesOf(""), []);
});
