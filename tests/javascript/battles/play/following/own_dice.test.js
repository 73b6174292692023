/** What goes into dice that nobody can choose without anybody's doing, and what does not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createDiceSeeds, forgetfulKeeper } from "../../../../../darkseas/static/darkseas/kit/dice_seeds.js";
import { sealedText } from "../../../../../replays_app/pages/play/static/play/bar/seed_elsewhere.js";
import { OwnDice } from "../../../../../replays_app/pages/play/static/play/following/own_dice.js";

const BATTLE = "00112233-4455-6677-8899-aabbccddeeff";
const MOVE = { order: "sea.move", blanks: { to: "A1" }, expected: 7 };

function seeds(keeper = forgetfulKeeper()) {
  return createDiceSeeds(BATTLE, "red", { keeper });
}

/** @param {string} order */
function asked(order) {
  return [{ order: "resign" }, { order }];
}

test("a seed is sealed, then opened, unasked; then every order brings a nonce of its own", async () => {
  const dice = new OwnDice("ds-dice-1", BATTLE, "red", seeds());
  assert.equal(dice.due(asked("commit_seed")), "commit_seed");
  const sealed = await dice.with({ order: "commit_seed", blanks: {}, expected: 1 });
  assert.match(String(sealed.blanks.commit), /^[0-9a-f]{64}$/);
  assert.ok(!("nonce" in sealed));
  assert.equal(dice.due(asked("open_seed")), "open_seed");
  const opened = await dice.with({ order: "open_seed", blanks: {}, expected: 2 });
  assert.match(String(opened.blanks.seed), /^[0-9a-f]{64}$/);
  assert.equal(dice.due(asked("sea.move")), "");
  const [first, again] = [await dice.with(MOVE), await dice.with(MOVE)];
  assert.deepEqual(first.blanks, MOVE.blanks);
  assert.equal(again.nonce, first.nonce);
  dice.taken();
  assert.notEqual((await dice.with(MOVE)).nonce, first.nonce);
});

test("a seed that was sealed in another browser is not given up without being asked", async () => {
  const dice = new OwnDice("ds-dice-1", BATTLE, "red", seeds());
  assert.equal(dice.due(asked("open_seed")), "");
  const order = { order: "open_seed", blanks: { seed: "lost" }, expected: 2 };
  assert.deepEqual(await dice.with(order), order);
  assert.ok(dice.isElsewhere(asked("open_seed")));
  assert.ok(!dice.isElsewhere(asked("commit_seed")));
  const said = sealedText("2026-11-24T04:10:00+00:00");
  assert.match(
    said,
    /^You committed it on 24 November at 04:10 UTC\. Only the browser that committed it can reveal it\./,
  );
  assert.ok(!sealedText("").includes("UTC"));
});

test("a seed is kept through a reload, and forgotten when the battle is over", async () => {
  const keeper = forgetfulKeeper();
  const before = new OwnDice("ds-dice-1", BATTLE, "red", seeds(keeper));
  await before.with({ order: "commit_seed", blanks: {}, expected: 1 });
  const after = new OwnDice("ds-dice-1", BATTLE, "red", seeds(keeper));
  assert.equal(after.due(asked("open_seed")), "open_seed");
  after.forget();
  assert.equal(after.due(asked("open_seed")), "");
});

test("nothing goes into other dice", async () => {
  for (const scheme of ["sha256-1", "table", ""]) {
    const dice = new OwnDice(scheme, BATTLE, "red", seeds());
    assert.equal(dice.due(asked("commit_seed")), "");
    assert.deepEqual(await dice.with(MOVE), MOVE);
  }
});
