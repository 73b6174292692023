/** Clocks in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clockLines,
  clockText,
  leftText,
} from "../../../../replays_app/pages/play/static/play/beside/clocks.js";

test("what is left is said to the minute, ever more roughly", () => {
  const said = [-5, 59, 60, 3 * 3600 + 1260, 50 * 3600].map(leftText);
  assert.deepEqual(said, ["under a minute", "under a minute", "1 min", "3 h 21 min", "2 d 2 h"]);
});

test("a clock that stands says until when", () => {
  const time = { left: 7200, is_on: true, stands_until: null };
  assert.equal(clockText("They", time, "at most "), "They: at most 2 h 0 min left");
  const stands = { ...time, stands_until: "2026-05-04T00:00:00+00:00" };
  assert.equal(clockText("You", stands), "You: 2 h 0 min left, paused until 2026-05-04 00:00 UTC");
});

test("the umpire reads the clocks of both sides by their names", () => {
  const time = (/** @type {number} */ left) => ({ left, is_on: left > 3600, stands_until: null });
  const sides = [
    { side: "allies", name: "Allies", time: time(7200) },
    { side: "ijn", name: "IJN", time: time(60) },
  ];
  const lines = clockLines({ terms: "", own: null, other: null, sides });
  assert.deepEqual(
    lines.map(([, words]) => words),
    ["Allies: 2 h 0 min left, to move", "IJN: 1 min left"],
  );
});
