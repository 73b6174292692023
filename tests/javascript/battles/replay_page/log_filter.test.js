/** Which lines a filter lets through, and which windows of lines may hold some. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { filterOf, kindInWords } from "../../../../replays_app/static/replays_app/replay_page/log_filter.js";
import { line } from "../battle_log/sample_lines.js";
import { outline } from "../battle_log/sample_outline.js";

const NOTHING = { side: "", turn: "", phase: "", kind: "", words: "" };

test("where nothing is chosen there is no filter", () => {
  assert.equal(filterOf(outline, NOTHING), null);
  assert.equal(filterOf(outline, { ...NOTHING, words: "  " }), null);
});

for (const words of ["aoba", "Aoba", "AOBA", " Aoba "])
  test(`the word "${words}" finds the ship however it is written`, () => {
    const filter = filterOf(outline, { ...NOTHING, words });
    assert.equal(filter?.matches(line(1, { sentence: "Aoba fires." })), true);
    assert.equal(filter?.matches(line(1, { sentence: "The AOBA fires." })), true);
    assert.equal(filter?.matches(line(1, { sentence: "Kako fires." })), false);
  });

for (const words of ["chokai", "Cho\u0304kai", "CHŌKAI", "blyskawica"])
  test(`the word "${words}" finds names with accents`, () => {
    const filter = filterOf(outline, { ...NOTHING, words });
    assert.equal(filter?.matches(line(1, { sentence: "Chōkai hits Cho\u0304kai and Błyskawica." })), true);
    assert.equal(filter?.matches(line(1, { sentence: "Ōyodo fires." })), false);
  });

/**
 * @type {[Partial<typeof NOTHING>,
 *   Partial<import("../../../../darkseas/static/darkseas/chart/types.js").Line>,
 *   Partial<import("../../../../darkseas/static/darkseas/chart/types.js").Line>][]}
 */
const CHOICES = [
  [{ side: "ijn" }, { side: "ijn" }, { side: "usn" }],
  [{ turn: "1" }, { turn: 1 }, { turn: 10 }],
  [{ phase: "m" }, { phase: "m" }, { phase: "c" }],
  [{ kind: "x.sunk" }, { kind: "x.sunk" }, { kind: "y.sunk" }],
];
for (const [chosen, through, not] of CHOICES)
  test(`${Object.keys(chosen)} lets through what is like it and nothing else`, () => {
    const filter = filterOf(outline, { ...NOTHING, ...chosen });
    assert.equal(filter?.matches(line(1, through)), true);
    assert.equal(filter?.matches(line(1, not)), false);
  });

test("all that is chosen must hold", () => {
  const filter = filterOf(outline, { ...NOTHING, side: "ijn", words: "fires" });
  assert.equal(filter?.matches(line(1, { side: "ijn", sentence: "Aoba turns." })), false);
  assert.equal(filter?.matches(line(1, { side: "usn", sentence: "Boise fires." })), false);
  assert.equal(filter?.matches(line(1, { side: "ijn", sentence: "Aoba fires." })), true);
});

test("a turn lies in the windows between its first entry and that of the next turn", () => {
  const first = filterOf(outline, { ...NOTHING, turn: "1" });
  assert.deepEqual(
    [
      [0, 3],
      [0, 4],
      [19, 30],
      [20, 30],
    ].map(([from, end]) => first?.mayHold(from, end)),
    [false, true, true, false],
  );
  const last = filterOf(outline, { ...NOTHING, turn: "2" });
  assert.deepEqual([last?.mayHold(0, 20), last?.mayHold(0, 21), last?.mayHold(29, 40)], [false, true, true]);
});

test("without a turn every window may hold something", () => {
  assert.equal(filterOf(outline, { ...NOTHING, words: "x" })?.mayHold(0, 1), true);
});

test("a kind is told in words", () => {
  assert.equal(kindInWords("dark_seas.ship_sunk"), "ship sunk");
});
