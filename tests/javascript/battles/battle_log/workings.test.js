/** How an entry came about: words of a sum are broken between words, a hash anywhere. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnbroken } from "../../../../replays_app/static/replays_app/battle_log/workings.js";

test("only an amount without a gap for long is broken within a word", () => {
  assert.equal(isUnbroken("five sightings in three looks"), false);
  assert.equal(isUnbroken("Order DS-R17, Transportverband"), false);
  assert.equal(isUnbroken("9f86d081884c7d659a2feaa0c55ad015"), true);
});
