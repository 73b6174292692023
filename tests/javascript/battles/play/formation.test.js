/** Groups are formed freely within what the form allows, and are then lines as any other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf, chipText } from "../../../../replays_app/pages/play/static/play/order/chips.js";
import { choose, holdLine } from "../../../../replays_app/pages/play/static/play/order/choosing.js";
import * as orders from "../../../../replays_app/pages/play/static/play/order/filled_order.js";
import { formedIn } from "../../../../replays_app/pages/play/static/play/order/formation.js";
import { handlesOf } from "../../../../replays_app/pages/play/static/play/order/form_subjects.js";
import { readOrder } from "../../../../replays_app/pages/play/static/play/order/read_order.js";
import { moved, renamed } from "../../../../replays_app/pages/play/static/play/order/regrouping.js";
import { FORM_UP, FORMATION } from "./sample_forms.js";

/** @typedef {import("../../../../replays_app/pages/play/static/play/order/formation.js").Formed} Formed */
/** @typedef {import("../../../../replays_app/pages/play/static/play/order/regrouping.js").Whither} Whither */

const { blanksOf, emptyOrder, faultsOf, withFormed, withLineCell } = orders;
const suggested = formedIn(emptyOrder(FORM_UP), FORMATION);

/** Who is with whom: groups by their names, then who is alone. @param {Formed} formed */
const says = ({ groups, alone }) => [
  ...groups.map((group) => `${group.name}: ${group.members.join(" ")}`),
  `alone: ${alone.map((one) => one.member).join(" ")}`,
];

/** Moves members one after the other. @param {...[string, Whither]} moves */
function after(...moves) {
  /** @type {{formed: Formed, reason: string}} */
  let now = { formed: suggested, reason: "" };
  for (const [member, to] of moves) now = moved(FORMATION, now.formed, member, to);
  return { says: says(now.formed), reason: now.reason, formed: now.formed };
}

test("it begins with what is suggested, and whom that leaves out is alone", () => {
  assert.deepEqual(says(suggested), ["Main: aoba kako", "Convoy: maru gawa", "alone: yubari i-7"]);
});

test("groups are lines: each with its place to be chosen, where there is a choice", () => {
  const open = faultsOf(emptyOrder(FORM_UP)).map(({ blank, at }) => `${blank}.${at}`);
  assert.deepEqual(open, ["groups.0", "singles.0"]);
  const placed = withLineCell(emptyOrder(FORM_UP), "groups", 0, "hex", "0102");
  const ready = withLineCell(placed, "singles", 0, "hex", "0101");
  assert.deepEqual(faultsOf(ready), []);
  assert.deepEqual(blanksOf(ready), {
    groups: [
      { name: "Main", ships: ["aoba", "kako"], hex: "0102" },
      { name: "Convoy", ships: ["maru", "gawa"] },
    ],
    singles: [
      { ship: "yubari", hex: "0101" },
      { ship: "i-7", hex: "0203" },
    ],
  });
  assert.equal(chipText(chipsOf(ready)[0]), "Main → 0102: Aoba, Kako");
});

test("a group in hand is put where the chart is tapped", () => {
  const order = emptyOrder(FORM_UP);
  const handles = handlesOf(order, []);
  const held = holdLine(handles, order, "groups", 0);
  const { order: placed } = choose(order, held, { piece: "", place: "0102" }, handles);
  assert.equal(formedIn(placed, FORMATION).groups[0].place, "0102");
});

test("a ship goes to another group, to one of its own, or alone; an empty group is gone", () => {
  assert.deepEqual(after(["kako", "alone"]).says, [
    "Main: aoba",
    "Convoy: maru gawa",
    "alone: yubari i-7 kako",
  ]);
  const apart = after(["kako", "new"], ["yubari", 0]);
  assert.deepEqual(apart.says, ["Main: aoba yubari", "Convoy: maru gawa", "Group 3: kako", "alone: i-7"]);
  const joined = moved(FORMATION, after(["kako", "alone"]).formed, "aoba", "alone");
  assert.deepEqual(says(joined.formed), ["Convoy: maru gawa", "alone: yubari i-7 kako aoba"]);
});

test("places stay with their groups while ships go from one to another", () => {
  const placed = withLineCell(emptyOrder(FORM_UP), "groups", 0, "hex", "0102");
  const { formed } = moved(FORMATION, formedIn(placed, FORMATION), "kako", "new");
  const order = withFormed(placed, FORMATION, formed);
  assert.deepEqual(
    formedIn(order, FORMATION).groups.map((group) => group.place),
    ["0102", undefined, undefined],
  );
});

test("what the form does not allow says why, and changes nothing", () => {
  const cases = /** @type {[string, Whither, string][]} */ ([
    ["yubari", 0, "Main is full: at most 2 per group."],
    ["yubari", 1, "Yubari cannot join Convoy: they are set up separately."],
    ["maru", "alone", "Convoy stays together."],
    ["i-7", "new", "I-7 stays alone."],
  ]);
  for (const [member, to, reason] of cases) {
    const { says: stays, reason: why } = after([member, to]);
    assert.equal(why, reason);
    assert.deepEqual(stays, says(suggested));
  }
  const third = after(["kako", "new"], ["yubari", "new"]);
  assert.equal(third.reason, "You already have 2 groups, the maximum.");
  assert.equal(after(["yubari", "new"], ["yubari", "new"]).reason, "");
});

test("a group is called what its giver says, and no two alike", () => {
  const named = renamed(FORMATION, suggested, 0, "Striking force");
  assert.equal(named.formed.groups[0].name, "Striking force");
  assert.equal(renamed(FORMATION, suggested, 0, " ").reason, "Enter a name of 1 to 20 characters.");
  assert.equal(renamed(FORMATION, suggested, 0, "Convoy").reason, "Another group is named Convoy.");
});

test("groups that were formed are read again; what no longer holds falls back and is named", () => {
  const { formed } = after(["kako", "new"]);
  const order = withFormed(emptyOrder(FORM_UP), FORMATION, formed);
  const placed = withLineCell(order, "groups", 2, "hex", "0102");
  assert.deepEqual(readOrder(FORM_UP, blanksOf(placed)), { order: placed, lost: [] });
  const { order: left, lost } = readOrder(FORM_UP, {
    groups: [
      { name: "Main", ships: ["aoba", "kako", "yubari"], hex: "0101" },
      { name: "Other", ships: ["kako", "nobody"] },
      { name: "Screen", ships: ["yubari"], hex: "0909" },
    ],
    singles: [{ ship: "aoba", hex: "0101" }],
  });
  assert.deepEqual(lost, [
    { blank: "groups", at: 0 },
    { blank: "groups", at: 1 },
  ]);
  assert.deepEqual(says(formedIn(left, FORMATION)), [
    "Screen: yubari",
    "Convoy: maru gawa",
    "alone: aoba kako i-7",
  ]);
  assert.equal(formedIn(left, FORMATION).alone[0].place, "0101");
});
