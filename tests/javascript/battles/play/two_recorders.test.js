/** Two who record one table: the same order typed in on two phones, and who speaks for whom. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../../darkseas/static/darkseas/kit/api.js";
import { Outbox } from "../../../../replays_app/pages/play/static/play/at_table/outbox.js";
import {
  needing,
  newEntry,
  typed,
  typedFreely,
} from "../../../../replays_app/pages/play/static/play/at_table/throws.js";
import {
  compared,
  recordedAlready,
  signedText,
  speaksFor,
  throwText,
} from "../../../../replays_app/pages/play/static/play/at_table/two_recorders.js";

const RECORDED = { order: "fire", dice: [[4, 2], [], [6]], is_same: true, length: 9 };

/** @param {string} key @param {string} seat */
function entry(key, seat = "red") {
  return newEntry({ kind: "order", seat, title: "Red: Fire", order: "fire", blanks: {}, expected: 3, key });
}

/** @param {number[]} faces  typed without a line */
function withFaces(...faces) {
  return faces.reduce((one, face) => typedFreely(one, { sides: 6, face }), entry("a"));
}

test("a second phone is told apart from another order by what its problem says", () => {
  const problem = { type: "urn:darkseas:problem:recorded-already", recorded: RECORDED };
  assert.equal(recordedAlready(new Refusal(409, problem)), RECORDED);
  assert.equal(recordedAlready(new Refusal(409, { type: "urn:darkseas:problem:look-again" })), null);
});

test("the same order with the same dice, or fewer, is the same; other dice are shown", () => {
  const same = [entry("a"), withFaces(4), withFaces(4, 2, 6)];
  assert.deepEqual(
    same.map((one) => compared(one, RECORDED).isSame),
    [true, true, true],
  );
  assert.equal(compared(typed(needing(entry("a"), { count: 2, sides: 6 }), 4), RECORDED).isSame, true);
  const other = compared(withFaces(4, 3), RECORDED);
  assert.equal(other.isSame, false);
  assert.match(other.words, /recorded this order with 4, 2, 6, now in the log/);
  assert.equal(compared(withFaces(4, 2, 6, 1), RECORDED).isSame, false);
  const otherOrder = compared(withFaces(4), { ...RECORDED, dice: [], is_same: false });
  assert.match(otherOrder.words, /another order in its place, now in the log/);
});

test("what follows a settled order is meant for what its seat knew; of another seat it waits", () => {
  const store = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  for (const [seat, expected, refusal] of /** @type {[string, number | null, string | undefined][]} */ ([
    ["red", 9, undefined],
    ["blue", null, "Look first."],
  ])) {
    const outbox = new Outbox("b", store);
    outbox.add(entry("a"));
    outbox.add(entry("b", seat));
    outbox.takeBack();
    outbox.settle(9, "Look first.");
    assert.equal(outbox.inHand, null);
    assert.deepEqual(
      outbox.waiting.map((one) => [one.key, one.expected, one.refusal]),
      [["b", expected, refusal]],
    );
    assert.equal(outbox.isHeld, refusal !== undefined);
  }
});

test("who records one side speaks for it alone, and for who said at the opening that they see", () => {
  const sides = [
    { key: "red", name: "Red" },
    { key: "blue", name: "Blue" },
  ];
  assert.deepEqual(speaksFor(["red", "blue"], [], sides), ["red", "blue"]);
  assert.deepEqual(speaksFor(["blue"], [], sides), ["blue"]);
  assert.deepEqual(speaksFor(["blue"], ["red", "blue"], sides), ["red", "blue"]);
});

test("the end of a table says which side has signed and which has not", () => {
  const sides = ["red", "blue"].map((key) => ({ key, name: key.toUpperCase() }));
  assert.equal(signedText(["red", "blue"], sides), "RED and BLUE have not signed yet.");
  assert.equal(signedText(["blue"], sides), "Signed by RED. BLUE has not signed yet.");
  assert.equal(signedText([""], sides), "All sides have signed the log.");
});

test("a throw that waits for the other side's word is told with what came of it", () => {
  const dice = "Die for the guns of Chokai: 4 (D10).";
  assert.equal(throwText({ n: 3, dice, outcome: "Chokai sinks Quincy." }), `${dice} Chokai sinks Quincy.`);
  assert.equal(throwText({ n: 3, dice, outcome: "" }), dice);
});
