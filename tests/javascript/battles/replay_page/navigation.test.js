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
  return {
    n,
    last: 9,
    result: 8,
    contact: 3,
    turns: [0, 4],
    phases: [0, 1, 6],
    turningPoints: [2, 6],
    reader,
    isWanted,
  };
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
    "next-turning-point",
    [
      [0, 2],
      [2, 6],
      [6, null],
    ],
  ],
  [
    "previous-turning-point",
    [
      [9, 6],
      [6, 2],
      [2, null],
    ],
  ],
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

/** A gunnery phase in two steps: an order; an order, its dice, a miss, a hit with dice, a loss, a turn. */
const SALVOES = [
  line(0, { step: 0 }),
  line(1, { step: 1 }),
  line(2, { step: 2 }),
  line(3, { step: 2, weight: 1, dice: [{ sides: 20, face: 13 }] }),
  line(4, { step: 2, dice: [{ sides: 20, face: 13 }] }),
  line(5, { step: 2, weight: 1 }),
  line(6, { step: 2, weight: 3, dice: [{ sides: 20, face: 1 }] }),
  line(7, { step: 2, weight: 3 }),
  line(8, { step: 2, weight: 1 }),
  line(9, { step: 3 }),
];

test("a step stops at each order and at each salvo, hit and loss that came of it, both ways", async () => {
  const reader = new Reader("/b/", "", { get: async () => ({ lines: SALVOES }) });
  reader.entries = SALVOES.length;
  const there = { ...at(0), reader };
  const walk = async (/** @type {string} */ action, /** @type {number} */ from) => {
    const stops = [from];
    for (let n = await target(action, { ...there, n: from }); n !== stops.at(-1);) {
      stops.push(/** @type {number} */ (n));
      n = await target(action, { ...there, n: /** @type {number} */ (n) });
    }
    return stops;
  };
  assert.deepEqual(await walk("next-step", 0), [0, 1, 2, 4, 6, 7, 9]);
  assert.deepEqual(await walk("previous-step", 9), [9, 7, 6, 4, 2, 1, 0]);
});
