/** Turns and phases of a battle: found by entry, and stepped through. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  nextStart,
  previousStart,
  starts,
  stretchAt,
  stretches,
} from "../../../../replays_app/static/replays_app/battle_log/turns_and_phases.js";
import { outline } from "./sample_outline.js";

const all = stretches(outline);

test("the course begins before turn 1, and each phase is a stretch", () => {
  assert.deepEqual(
    all.map((one) => one.first),
    [0, 3, 4, 10, 20],
  );
  assert.deepEqual(
    all.map((one) => one.turnTitle),
    ["Before turn 1", "Turn 1", "Turn 1", "Turn 1", "Turn 2: Daylight"],
  );
});

test("an entry lies in the stretch that began last", () => {
  assert.deepEqual(
    [0, 3, 9, 10, 29].map((n) => stretchAt(all, n).first),
    [0, 3, 4, 10, 20],
  );
});

test("turns and phases have their beginnings", () => {
  assert.deepEqual(starts(outline, "turn"), [0, 3, 20]);
  assert.deepEqual(starts(outline, "phase"), [0, 4, 10]);
});

test("one steps to the next beginning, or to the end, and to the one before, or to the first", () => {
  assert.deepEqual(
    [0, 3, 5, 20].map((n) => nextStart([0, 3, 20], n, 29)),
    [3, 20, 20, 29],
  );
  assert.deepEqual(
    [0, 3, 5, 29].map((n) => previousStart([0, 3, 20], n)),
    [0, 0, 3, 20],
  );
});
