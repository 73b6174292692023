/** Places in the document: found, changed, and what is written in them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFraction, writeFraction } from "../../../darkseas/static/darkseas/kit/fractions.js";
import { freshKey, keyOf } from "../../../darkseas/static/darkseas/kit/slugs.js";
import { at, put } from "../../../scenarios_app/drafts/static/drafts/editor/fields/document_paths.js";
import {
  readPosition,
  writePosition,
} from "../../../scenarios_app/drafts/static/drafts/editor/fields/latitude_longitude.js";
import { spec } from "./sample_spec.js";

test("a place is found by key and by number", () => {
  assert.equal(at(spec, "sides.a.ships.renown.name".split(".")), "Renown");
  assert.equal(at(spec, ["sides", 0, "groups", 1, "key"]), "h");
  assert.equal(at(spec, ["sides", "x", "ships", "y"]), undefined);
});

test("a change shares all that it leaves alone", () => {
  const next = put(spec, ["sides", "a", "ships", "hood", "name"], "H");
  assert.equal(next.sides[0].ships[0].name, "H");
  assert.equal(spec.sides[0].ships[0].name, "Hood");
  assert.equal(next.sides[1], spec.sides[1]);
  assert.equal(next.map, spec.map);
  assert.equal(next.sides[0].ships[1], spec.sides[0].ships[1]);
  assert.equal(put(spec, ["title"], "T"), spec);
  assert.equal("title" in put(spec, ["title"], undefined), false);
});

/** @type {[string, string | null][]} */
const TYPED_FRACTIONS = [
  ["1/2", "1/2"],
  ["0.5", "1/2"],
  ["0,5", "1/2"],
  ["½", "1/2"],
  ["27½", "55/2"],
  ["1 1/2", "3/2"],
  ["4/2", "2"],
  ["3", "3"],
  ["-1/2", "-1/2"],
  ["", null],
  ["x", null],
  ["1/0", null],
  ["1/2/3", null],
];
for (const [text, fraction] of TYPED_FRACTIONS)
  test(`"${text}" is read as the fraction ${fraction}`, () => {
    assert.equal(readFraction(text), fraction);
  });

for (const [value, text] of [
  ["1/2", "½"],
  ["55/2", "27½"],
  ["22/7", "3 1/7"],
  ["-1/2", "−½"],
  ["3", "3"],
])
  test(`the fraction ${value} is written ${text}`, () => {
    assert.equal(writeFraction(value), text);
  });

for (const [name, key] of [
  ["Chokai", "chokai"],
  ["HMS Ajax (1)", "hms-ajax-1"],
  ["Köln", "koln"],
  ["  ", ""],
  ["d'Assas", "dassas"],
  ["Łódź & Ærø", "lodz-aero"],
])
  test(`the key of "${name}" is "${key}"`, () => {
    assert.equal(keyOf(name), key);
  });

test("a key is never taken twice", () => {
  assert.equal(freshKey("Hood", ["hood", "hood-2"]), "hood-3");
});

test("positions go both ways", () => {
  assert.deepEqual(readPosition("9°15′ S 159°40′ E"), { north: -555, east: 9580 });
  assert.deepEqual(readPosition("9 15 S, 159 40 E"), { north: -555, east: 9580 });
  assert.equal(writePosition({ north: -555, east: 9580 }), "9°15′ S 159°40′ E");
  assert.equal(readPosition("somewhere"), undefined);
});
