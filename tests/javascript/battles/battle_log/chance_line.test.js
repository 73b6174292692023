/** The chance to win on the timeline: in the order of the log, and with a jump at each turning point. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pointsOf } from "../../../../replays_app/static/replays_app/battle_log/chance_line.js";

test("turning points stand between the starts of turns, before and after", () => {
  const points = pointsOf({
    sides: ["red", "blue"],
    curve: [
      { seq: 1, chance: [0.5, 0.1] },
      { seq: 9, chance: [1, 0] },
    ],
    turning_points: [
      { seq: 9, before: 0.8, change: [0.2, 0.1] },
      { seq: 4, before: 0.4, change: [0.5, 0.1] },
    ],
  });
  assert.deepEqual(points, [
    [1, 0.5],
    [4, 0.4],
    [4, 0.9],
    [9, 0.8],
    [9, 1],
    [9, 1],
  ]);
});
