/** The page of a challenge goes on by itself when somebody has accepted it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isOther, stateIn } from "../../../replays_app/lobby/static/replays_app/lobby/waiting.js";

const page = (/** @type {string} */ state) => `<main><div data-challenge="${state}"><p>…</p></div></main>`;

test("an accepted challenge is another one, an open one is not, and a lost line says nothing", async () => {
  assert.equal(stateIn(page("open")), "open");
  assert.equal(await isOther("open", async () => page("accepted")), true);
  assert.equal(await isOther("open", async () => page("open")), false);
  assert.equal(await isOther("open", () => Promise.reject(new Error("no line"))), false);
  assert.equal(await isOther("open", async () => "<p>Try later.</p>"), false);
});
