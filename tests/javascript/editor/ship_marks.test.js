/** Marks of ships of the ship data: lost, not yet in service, in the draft already. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  marksOf,
  placesOf,
} from "../../../scenarios_app/drafts/static/drafts/editor/order_of_battle/ship_marks.js";
import { spec } from "./sample_spec.js";

/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").FoundShip} FoundShip */

/** @type {FoundShip} */
const hood = {
  name: "Hood",
  class_key: "rn-hood",
  class_name: "Hood class",
  navy: "RN",
  kind: "BC",
  ratings: null,
  radar_sets: "",
  unconfirmed: false,
  is_named: true,
  absence: null,
};

/** A draft whose first ship is of a class. @param {Partial<FoundShip>} of */
function draftWith(of) {
  const [a, b] = spec.sides;
  const ship = { key: "hood", name: "Hood", navy: "RN", kind: "BC", ...of };
  return { ...spec, sides: [{ ...a, ships: [/** @type {typeof a.ships[0]} */ (ship)] }, b] };
}

/** @param {Partial<FoundShip>} ship @param {boolean} [hasDate] */
const words = (ship, hasDate = true) =>
  marksOf(spec, { ...hood, ...ship }, hasDate).map(({ kind, words: text }) => `${kind}: ${text}`);

test("a ship that was there and is not in the draft has no mark", () => {
  assert.deepEqual(words({}), []);
});

test("a ship that is not there says why and when", () => {
  /** @type {[string, string, string][]} */
  const absences = [
    ["lost", "1942-03-01", "ended: lost 1942-03-01"],
    ["rebuilt", "1942-08", "ended: rebuilt 1942-08"],
    ["handed over", "1944-04", "ended: handed over 1944-04"],
    ["not yet", "1943-07", "early: not yet in service, only from 1943-07"],
  ];
  for (const [reason, date, told] of absences) assert.deepEqual(words({ absence: { reason, date } }), [told]);
});

test("of a ship that was renamed the name that she had then is told", () => {
  const absence = { reason: "renamed", date: "1940-01", renamed: "Lützow" };
  assert.deepEqual(words({ absence }), ["ended: renamed Lützow 1940-01"]);
});

test("without a date nobody says that a ship is not there", () => {
  assert.deepEqual(words({ absence: { reason: "lost", date: "1942-03-01" } }, false), []);
});

test("a ship of the draft is taken, whichever side has her, and may be lost besides", () => {
  const taken = draftWith({ class_key: "rn-hood" });
  const lost = { ...hood, absence: { reason: "lost", date: "1941-05-24" } };
  assert.deepEqual(
    marksOf(taken, lost, true).map((one) => one.words),
    ["lost 1941-05-24", "already taken: A"],
  );
});

test("a ship is the same by name and class", () => {
  assert.deepEqual(placesOf(draftWith({ class_key: "rn-hood" }), hood), ["A"]);
  assert.deepEqual(placesOf(draftWith({ class_key: "rn-renown" }), hood), []);
  assert.deepEqual(placesOf(draftWith({ class_key: "rn-hood", name: "Renown" }), hood), []);
});

test("a ship written by hand is the same by the name of her class", () => {
  assert.deepEqual(placesOf(draftWith({ class_name: "Hood class", name: "HOOD " }), hood), ["A"]);
  assert.deepEqual(placesOf(draftWith({ class_name: "Another" }), hood), []);
});

test("what stands for a whole class is never taken", () => {
  const barge = { ...hood, name: "Barge", class_key: "ijn-barge", is_named: false };
  const taken = draftWith({ name: "Barge", class_key: "ijn-barge" });
  assert.deepEqual(placesOf(taken, barge), []);
});
