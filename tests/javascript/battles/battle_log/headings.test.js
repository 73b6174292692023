/** A turn has one heading in the log, and no heading stands over nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  firstBelow,
  needlessHeadings,
} from "../../../../replays_app/static/replays_app/battle_log/headings.js";

/** @typedef {import("../../../../replays_app/static/replays_app/battle_log/headings.js").Row} Row */

/** @param {0 | 3 | 4} level @param {string} title @returns {Row} */
const heading = (level, title) => ({ level, title, isShown: true });
const [line, small] = [
  { level: /** @type {const} */ (0), title: "", isShown: true },
  { level: /** @type {const} */ (0), title: "", isShown: false },
];

test("a phase of which no line is shown has no heading, nor has such a turn", () => {
  const rows = [
    heading(3, "Turn 1"),
    heading(4, "Movement"),
    small,
    heading(4, "Combat"),
    line,
    heading(3, "Turn 2"),
    heading(4, "Movement"),
    small,
  ];
  assert.deepEqual([...needlessHeadings(rows)], [1, 5, 6]);
});

test("a turn that goes on in the next window is not named again", () => {
  const rows = [
    heading(3, "Turn 1"),
    heading(4, "Combat"),
    small,
    heading(3, "Turn 1"),
    heading(4, "Combat"),
    line,
    heading(3, "Turn 2"),
    heading(4, "Combat"),
    line,
  ];
  assert.deepEqual([...needlessHeadings(rows)], [3, 4]);
});

test("what is read first is what reaches into sight; what has no height is not read", () => {
  const boxes = [
    { top: 0, bottom: 20 },
    { top: 30, bottom: 30 },
    { top: 20, bottom: 40 },
  ];
  assert.equal(firstBelow(boxes, 25), 2);
  assert.equal(firstBelow(boxes, 40), -1);
});
