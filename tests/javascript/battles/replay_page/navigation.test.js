/** Where each control leads to: entries, steps, phases and turns, from the middle and from both ends. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { target } from "../../../../replays_app/static/replays_app/replay_page/navigation.js";
import { Reader } from "../../../../darkseas/static/darkseas/chart/battle_reader.js";
import { line } from "../battle_log/sample_lines.js";

/** Ten entries in the steps 0, 1, 1, 1, 2, 2, 3, 3, 3, 4. */
const STEPS = [0, 1, 1, 1, 2, 2, 3, 3, 3, 4];

/** @param {number} n @param {(line: {n: number}) => boolean} [isWanted] */
function at(n, isWanted = () => true) {
  const reader = new Reader("/b/", "", {
    get: async () => ({ lines: STEPS.map((step, i) => line(i, { step })) }),
  });
  reader.entries = STEPS.length;
  return { n, last: 9, result: 8, contact: 3, turns: [0, 4], phases: [0, 1, 6], reader, isWanted };
}

/** @type {[string, [number, number | null][]][]} */
const WAYS = [
  ["first", [[5, 0]]],
  [
    "last",
    [
      [5, 8],
      [8, 9],
      [9, 9],
    ],
  ],
  ["contact", [[0, 3]]],
  [
    "next",
    [
      [0, 1],
      [8, 9],
      [9, null],
    ],
  ],
  [
    "previous",
    [
      [9, 8],
      [1, 0],
      [0, null],
    ],
  ],
  [
    "next-step",
    [
      [0, 1],
      [1, 4],
      [3, 4],
      [8, 9],
      [9, 9],
    ],
  ],
  [
    "previous-step",
    [
      [9, 6],
      [7, 6],
      [6, 4],
      [2, 1],
      [1, 0],
      [0, 0],
    ],
  ],
  [
    "next-phase",
    [
      [0, 1],
      [1, 6],
      [6, 9],
    ],
  ],
  [
    "previous-phase",
    [
      [9, 6],
      [6, 1],
      [1, 0],
      [0, 0],
    ],
  ],
  [
    "next-turn",
    [
      [0, 4],
      [3, 4],
      [4, 9],
    ],
  ],
  [
    "previous-turn",
    [
      [9, 4],
      [4, 0],
      [0, 0],
    ],
  ],
  ["anything else", [[5, null]]],
];
for (const [deed, ways] of WAYS)
  for (const [from, to] of ways)
    test(`"${deed}" leads from ${from} to ${to ?? "nowhere"}`, async () => {
      assert.equal(await target(deed, at(from)), to);
    });

test("stepping stops only at lines that are wanted", async () => {
  const isFifth = (/** @type {{n: number}} */ one) => one.n % 5 === 0;
  assert.equal(await target("next", at(0, isFifth)), 5);
  assert.equal(await target("next", at(5, isFifth)), null);
  assert.equal(await target("previous", at(5, isFifth)), 0);
});
