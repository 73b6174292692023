/** Ids of rules have the addresses that the server gives them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleAddress, ruleSlug } from "../../../darkseas/static/darkseas/kit/rule_ids.js";

test("an id becomes the part of an address that the server knows", () => {
  const ids = ["§14c.iii", "§5", "DS-R20", "FB-B1", "house", "sha256-1", "ds-dice-1"];
  assert.deepEqual(ids.map(ruleSlug), ["14c-iii", "5", "ds-r20", "fb-b1", "house", "sha256-1", "ds-dice-1"]);
});

test("an entry lies below the rules of its system", () => {
  assert.equal(ruleAddress("/rules/dark_seas/", "§18k.ii"), "/rules/dark_seas/18k-ii/");
});
