/** Seeds and nonces of a side: made once, kept until taken, sealed as the scheme says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createDiceSeeds, forgetfulKeeper, hexOf } from "../../../darkseas/static/darkseas/kit/dice_seeds.js";

const BATTLE = "00112233-4455-6677-8899-aabbccddeeff";

/** Chance that gives the same byte 32 times, another one each time. @param {number} first */
function counting(first) {
  let next = first;
  return {
    subtle: crypto.subtle,
    /** @param {Uint8Array<ArrayBuffer>} bytes */
    getRandomValues: (bytes) => bytes.fill(next++),
  };
}

test("the commitment is that of the published vector", async () => {
  const seeds = createDiceSeeds(BATTLE, "1", { keeper: forgetfulKeeper(), chance: counting(0xa1) });
  assert.equal(await seeds.commitment(), "ca02f90948e9375b75123f1e639360f6b4147ecfbfb1bff9d5d205e9f3688852");
  assert.equal(seeds.seed(), "a1".repeat(32));
});

test("a seed is made once, whatever comes between", async () => {
  const keeper = forgetfulKeeper();
  const first = await createDiceSeeds(BATTLE, "red", { keeper, chance: counting(1) }).commitment();
  const reloaded = createDiceSeeds(BATTLE.replaceAll("-", ""), "red", { keeper, chance: counting(7) });
  assert.equal(await reloaded.commitment(), first);
  assert.equal(reloaded.seed(), "01".repeat(32));
});

test("an order that is sent again goes with the same nonce, the next one with another", async () => {
  const keeper = forgetfulKeeper();
  const seeds = createDiceSeeds(BATTLE, "red", { keeper, chance: counting(1) });
  const first = await seeds.filled("plot", { hide: 1 });
  assert.deepEqual(first, { blanks: { hide: 1 }, nonce: "01".repeat(32) });
  assert.equal(createDiceSeeds(BATTLE, "red", { keeper, chance: counting(9) }).nonce(), first.nonce);
  seeds.taken();
  assert.equal(seeds.nonce(), "02".repeat(32));
});

test("orders of seeds are filled in whole", async () => {
  const seeds = createDiceSeeds(BATTLE, "red", { keeper: forgetfulKeeper(), chance: counting(1) });
  const sealed = await seeds.filled("commit_seed", { commit: "none" });
  assert.match(String(sealed.blanks.commit), /^[0-9a-f]{64}$/);
  assert.equal(sealed.nonce, "");
  assert.deepEqual((await seeds.filled("open_seed", {})).blanks, { seed: "01".repeat(32) });
});

test("two battles and two sides share nothing", () => {
  const keeper = forgetfulKeeper();
  const chance = counting(1);
  const nonces = [BATTLE, BATTLE.replace("00", "01")].flatMap((battle) =>
    ["red", "blue"].map((side) => createDiceSeeds(battle, side, { keeper, chance }).nonce()),
  );
  assert.equal(new Set(nonces).size, 4);
});

test("who cannot hash puts in no seed, who has lost one says so", async () => {
  const { getRandomValues } = counting(1);
  const plain = createDiceSeeds(BATTLE, "red", { keeper: forgetfulKeeper(), chance: { getRandomValues } });
  assert.equal(await plain.commitment(), "none");
  assert.equal(plain.seed(), "lost");
  const seeds = createDiceSeeds(BATTLE, "red", { keeper: forgetfulKeeper(), chance: counting(1) });
  await seeds.commitment();
  seeds.forget();
  assert.equal(seeds.seed(), "lost");
});

test("a seed comes from the browser's own chance where nobody says otherwise", () => {
  const seeds = createDiceSeeds(BATTLE, "red", { keeper: forgetfulKeeper() });
  assert.match(seeds.nonce(), /^[0-9a-f]{64}$/);
  assert.notEqual(seeds.nonce(), hexOf(new Uint8Array(32)));
});
