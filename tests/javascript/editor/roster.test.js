/** The order of battle: ships and groups moved, copied, renamed, with all that names them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addGroup,
  addShip,
  copyShip,
  moveShip,
  nextGroupName,
  removeGroup,
  renameSide,
  withoutGroup,
} from "../../../scenarios_app/drafts/static/drafts/editor/order_of_battle/roster.js";
import { parts, spec } from "./sample_spec.js";
import * as texts from "../../../scenarios_app/drafts/static/drafts/editor/order_of_battle/ratings_text.js";

/** @param {{key: string}[]} members */
const keys = (members) => members.map((one) => one.key);

test("a ship goes to the other side with her origins", () => {
  const next = moveShip(spec, "a", "hood", { side: "b", group: "" });
  assert.deepEqual(keys(next.sides[0].ships), ["renown", "wake"]);
  assert.deepEqual(next.sides[0].groups?.[0].ships, ["renown"]);
  assert.deepEqual(keys(next.sides[1].ships), ["hood"]);
  assert.deepEqual(next.origins, {
    "sides.ships.ratings": "derived",
    "sides.b.ships.hood.ratings.speed": "house",
  });
});

test("a ship is put before another", () => {
  const next = moveShip(spec, "a", "wake", { side: "a", group: "g" }, "renown");
  assert.deepEqual(next.sides[0].groups?.[0].ships, ["hood", "wake", "renown"]);
});

test("a ship added twice has two keys", () => {
  const next = addShip(spec, { side: "b", group: "" }, { key: "", name: "Hood", navy: "rn", kind: "BC" });
  assert.deepEqual(keys(next.sides[1].ships), ["hood-2"]);
});

test("a copy stands behind its pattern", () => {
  const side = copyShip(spec, "a", "hood").sides[0];
  assert.deepEqual(side.groups?.[0].ships, ["hood", "hood-2", "renown"]);
  assert.equal(side.ships.at(-1)?.name, "Hood 2");
});

test("a removed group leaves its ships", () => {
  const side = removeGroup(spec, "a", "g").sides[0];
  assert.deepEqual(keys(withoutGroup(side)), ["hood", "renown", "wake"]);
});

test("task groups of both sides have names that differ", () => {
  const names = ["a", "b", "b", "a"];
  const next = names.reduce((grown, side) => addGroup(grown, side, nextGroupName(grown)), spec);
  const given = next.sides.map((side) => (side.groups ?? []).map((group) => group.name));
  assert.deepEqual(given, [
    ["G", "H", "Task group 1", "Task group 4"],
    ["Task group 2", "Task group 3"],
  ]);
  assert.equal(nextGroupName(removeGroup(next, "b", "task-group-2")), "Task group 2");
});

test("a side takes its new key wherever it is named", () => {
  const next = renameSide(spec, "a", "rn", parts);
  assert.deepEqual(keys(next.sides), ["rn", "b"]);
  assert.deepEqual(next.aims, { victory: [{ winner: "rn", minimum: "1" }], ends_when_gone: ["rn", "b"] });
  assert.deepEqual(next.about, { winner: "rn", losses: [{ side: "rn", ship: "Hood", fate: "sunk" }] });
  assert.ok("sides.rn.ships.hood.ratings.speed" in (next.origins ?? {}));
});

// --- ratings in a line ---

/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").Field} Field */

const BATTERY = {
  name: "battery",
  kind: "record",
  fields: [
    { name: "guns", title: "Guns", kind: "number", unit: "guns" },
    { name: "size", title: "Size", kind: "number", unit: "inches" },
    { name: "turret", title: "Turret", kind: "number", unit: "guns", default: 0 },
    { name: "low", title: "Near the water", kind: "flag", default: false },
  ],
};
const FORM = /** @type {Field} */ (
  /** @type {unknown} */ ({
    name: "ratings",
    kind: "record",
    fields: [
      { name: "batteries", title: "Batteries", kind: "list", of: BATTERY },
      { name: "defence", title: "Defence", kind: "number" },
    ],
  })
);

test("guns are told by number and size, a turret only where it is not the usual one", () => {
  const batteries = [
    { guns: 6, size: 8, turret: 0, low: false },
    { guns: 4, size: 5, turret: 1 },
  ];
  const words = texts.ratingsInWords(FORM, { batteries, defence: 9 }).map((one) => one.words);
  assert.deepEqual(words, ["6 guns of 8 in, 4 guns of 5 in turret 1", "defence 9"]);
});
