/** The captain's relief: which orders he gives for a player, and what ends it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Relief } from "../../../../replays_app/pages/play/static/play/page/auto_orders.js";
import { ATTACK, MOVE } from "./sample_forms.js";

const asked = { ...MOVE, pressing: true };
const other = { ...ATTACK, pressing: true };

/** A relief, and what it told. */
function relief() {
  /** @type {boolean[]} */
  const told = [];
  return { told, it: new Relief((isOn) => told.push(isOn)) };
}

test("he is offered once an order of the same kind was given, and never where nobody waits", () => {
  const { it } = relief();
  assert.equal(it.isOffered(asked, "Turn 2"), false, "nothing was given yet");
  it.note(MOVE.order, "Turn 2");
  assert.equal(it.isOffered(asked, "Turn 2"), true);
  assert.equal(it.isOffered(other, "Turn 2"), false);
  assert.equal(it.isOffered({ ...asked, pressing: false }, "Turn 2"), false);
  assert.equal(it.isOffered({ ...asked, blanks: [] }, "Turn 2"), false, "a word such as to decline a draw");
  assert.equal(it.isOffered(asked, "Turn 3"), false, "the first order of another turn");
  it.begin(MOVE.order, "Turn 2");
  assert.equal(it.isOffered(asked, "Turn 2"), false, "he is there already");
});

test("he goes on from ship to ship of one turn", () => {
  const { it, told } = relief();
  it.begin(MOVE.order, "Turn 2");
  assert.equal(it.goesOn(asked, "Turn 2"), true);
  assert.equal(it.goesOn({ ...asked, title: "Move the next" }, "Turn 2"), true);
  assert.deepEqual([told, it.isOn], [[true], true]);
});

for (const [why, form, turn] of /** @type {const} */ ([
  ["another kind of order", other, "Turn 2"],
  ["the next turn", asked, "Turn 3"],
  ["what nobody waits for", { ...asked, pressing: false }, "Turn 2"],
]))
  test(`${why} ends it, and he does not come back by himself`, () => {
    const { it, told } = relief();
    it.begin(MOVE.order, "Turn 2");
    assert.equal(it.goesOn(form, turn), false);
    assert.equal(it.goesOn(asked, "Turn 2"), false);
    assert.deepEqual([told, it.isOn], [[true, false], false]);
  });

test("ending it twice is told once", () => {
  const { it, told } = relief();
  it.end();
  it.begin(MOVE.order, "Turn 2");
  it.end();
  it.end();
  assert.deepEqual(told, [true, false]);
});
