/** The progress of an analysis: the time left in words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { timeLeft } from "../../../replays_app/pages/analysis/static/analysis/progress.js";

test("the time left follows the pace that this page has seen", () => {
  const first = { percent: 20, at: 0 };
  assert.equal(timeLeft(20, first, 10_000), "");
  assert.equal(timeLeft(40, first, 10_000), "about 30 seconds left");
  assert.equal(timeLeft(99, first, 10_000), "about 5 seconds left");
  assert.equal(timeLeft(21, first, 10_000), "about 14 minutes left");
  assert.equal(timeLeft(60, first, 60_000), "about 1 minute left");
});
