/** The address of a sign follows what the form has; a metal and a colour stay together. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { otherTincture, signAddress } from "../../../darkseas/club/static/club/sign_preview.js";

const METALS = ["white", "gold"];

test("the address is made of the four parts of the form", () => {
  const chosen = new FormData();
  const parts = { name: "Ironclads", charge: "gull", field: "waves", first: "white", second: "sea" };
  for (const [name, value] of Object.entries(parts)) chosen.set(name, value);
  assert.equal(signAddress(chosen, "/clubs/signs/DEVICE.svg"), "/clubs/signs/gull.waves.white.sea.svg");
});

test("two metals or two colours become what they were, changed over", () => {
  assert.equal(otherTincture({ now: "white", before: "navy", other: "gold" }, METALS), "navy");
  assert.equal(otherTincture({ now: "red", before: "gold", other: "navy" }, METALS), "gold");
  assert.equal(otherTincture({ now: "red", before: "navy", other: "gold" }, METALS), "gold");
});
