/** What one account keeps in a browser, another one is not given; what is nobody's is taken over. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ownStorage } from "../../../darkseas/static/darkseas/account_storage.js";
import { forgetfulKeeper } from "../../../darkseas/static/darkseas/kit/dice_seeds.js";

const NAME = "darkseas-map:new:";

/** Storages of several accounts in one browser. */
function shared() {
  const store = forgetfulKeeper();
  return (/** @type {string} */ account, takesOver = true) => ownStorage(() => store, { account, takesOver });
}

test("who logs in next is given nothing, and the first finds everything again", () => {
  const of = shared();
  of("alice").setItem(NAME, "secret");
  assert.equal(of("bob").getItem(NAME), null);
  assert.equal(of("").getItem(NAME), null);
  of("bob").setItem(NAME, "other");
  of("bob").removeItem(NAME);
  assert.equal(of("alice").getItem(NAME), "secret");
});

test("what a visitor left goes to the account that opens it next, and to no second one", () => {
  const of = shared();
  of("").setItem(NAME, "of a visitor");
  assert.equal(of("alice").getItem(NAME), "of a visitor");
  assert.equal(of("bob").getItem(NAME), null);
  assert.equal(of("").getItem(NAME), null);
  assert.equal(of("alice").getItem(NAME), "of a visitor");
});

test("nothing is taken over where only accounts keep something, or where there is something already", () => {
  const of = shared();
  of("").setItem(NAME, "old");
  assert.equal(of("bob", false).getItem(NAME), null);
  of("alice").setItem(NAME, "own");
  assert.equal(of("alice").getItem(NAME), "own");
  assert.equal(of("").getItem(NAME), "old");
});
