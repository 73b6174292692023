/** Blocks too close for a finger: when a tap has to ask which is meant. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasToAsk } from "../../../darkseas/static/darkseas/chart/interactive/stacked_pieces.js";

/** Five blocks in a hex that is 78 pixels wide. */
const FIVE = { keys: ["a", "b", "c", "d", "e"], size: 24.3 };
const PHONE = 100 / 78;
const NOTHING = { pieces: [], places: [] };
const piece = (/** @type {string} */ key) => ({ key, words: "" });

test("five blocks in a hex of a phone are asked for, a block alone never", () => {
  assert.equal(hasToAsk(FIVE, "0605", PHONE, true, NOTHING), true);
  assert.equal(hasToAsk({ ...FIVE, keys: ["a"] }, "0605", PHONE, true, NOTHING), false);
});

test("what is drawn large enough is met as it lies, by a mouse sooner than by a finger", () => {
  assert.equal(hasToAsk(FIVE, "0605", 100 / 150, true, NOTHING), false);
  assert.equal(hasToAsk(FIVE, "0605", PHONE, false, NOTHING), false);
  assert.equal(hasToAsk(FIVE, "0605", 100 / 40, false, NOTHING), true);
});

test("where only the hex is offered a tap means the hex, where a block is too it asks", () => {
  const places = [{ place: "0605", words: "To 0605" }];
  assert.equal(hasToAsk(FIVE, "0605", PHONE, true, { pieces: [piece("x")], places }), false);
  assert.equal(hasToAsk(FIVE, "0605", PHONE, true, { pieces: [piece("b")], places }), true);
});
