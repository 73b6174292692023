/** Where a value comes from: the longest path holds, and one origin for all there is at a place. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  originOf,
  originWithin,
  withOne,
} from "../../../scenarios_app/drafts/static/drafts/editor/fields/origins.js";
import { spec } from "./sample_spec.js";

test("the origin of the longest path holds", () => {
  const speedOf = (/** @type {string} */ ship) => ["sides", "a", "ships", ship, "ratings", "speed"];
  assert.equal(originOf(spec.origins, speedOf("hood")), "house");
  assert.equal(originOf(spec.origins, speedOf("renown")), "derived");
});

test("one origin stands for all there is at a place", () => {
  const some = { sea: { light: 1, sight: 3 }, origins: { sea: "house", "sea.sight": "published" } };
  const next = { ...some, origins: withOne(some, ["sea"], "derived") };
  assert.equal(originWithin(some, ["sea"]), null);
  assert.deepEqual(next.origins, { sea: "derived" });
  assert.equal(originWithin(next, ["sea"]), "derived");
  assert.equal(originWithin(some, ["aims"]), "");
});

test("one origin holds against those of all sides", () => {
  const some = { sides: [{ key: "a", rules: { size: 1 } }], origins: { "sides.rules.size": "house" } };
  const place = ["sides", "a", "rules"];
  const next = { ...some, origins: withOne(some, place, "published") };
  assert.equal(originWithin(next, place), "published");
  assert.equal(originOf(next.origins, ["sides", "b", "rules", "size"]), "house");
});
