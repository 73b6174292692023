/**
 * An order is filled line by line from what its form says, and nothing of it is lost when the form changes.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { takenText } from "../../../../replays_app/pages/play/static/play/asking/last_change_text.js";
import {
  boundsOf,
  fits,
  lackIn,
  sayValue,
} from "../../../../replays_app/pages/play/static/play/order/cells.js";
import { chipsOf, chipText } from "../../../../replays_app/pages/play/static/play/order/chips.js";
import * as orders from "../../../../replays_app/pages/play/static/play/order/filled_order.js";
import {
  asAdvised,
  holdsWhole,
  readOrder,
} from "../../../../replays_app/pages/play/static/play/order/read_order.js";
import { endsWith, pathTo } from "../../../../replays_app/pages/play/static/play/order/route.js";
import { oddsText } from "../../../../replays_app/pages/play/static/play/order/odds.js";
import {
  passingQuestion,
  withoutOrders,
} from "../../../../replays_app/pages/play/static/play/order/confirm_before_sending.js";
import { lostText, refusalsOf } from "../../../../replays_app/pages/play/static/play/order/refusals.js";
import {
  leftForAnother,
  whyBare,
  withAct,
  withoutChip,
} from "../../../../replays_app/pages/play/static/play/order/line_edits.js";
import { handlesOf } from "../../../../replays_app/pages/play/static/play/order/form_subjects.js";
import { isInUse } from "../../../../replays_app/pages/play/static/play/order/choosing.js";
import { ATTACK, MOVE, PIECES, SET_UP } from "./sample_forms.js";

const GUNS = { ship: "aoba", battery: 0 };
const TORPEDOES = { ship: "aoba", battery: 1 };
const { blanksOf, emptyOrder, faultsOf, withCell, withLine, withLineCell } = orders;

/**
 * Who fires in each attack.
 * @param {import("../../../../replays_app/pages/play/static/play/types.js").FilledOrder} order
 */
const mountsIn = (order) => order.lines.attacks.map((line) => [line.row, line.cells.mounts]);

/** The tree of the sample's first block. */
const REACH = [
  { place: "0403", cost: 1, before: "" },
  { place: "0404", cost: 2, before: "0403" },
  { place: "west", cost: 2, before: "0403" },
  { place: "west", cost: 3, before: "0404" },
];

test("a way goes from place to place of the tree, over an edge by the cheapest", () => {
  assert.deepEqual(pathTo(REACH, "0404"), ["0403", "0404"]);
  assert.deepEqual(pathTo(REACH, "west"), ["0403", "west"]);
  assert.deepEqual(pathTo(REACH, "west", "0404"), ["0403", "0404", "west"]);
  assert.equal(pathTo(REACH, "0909"), null);
});

test("a way of one's own holds where its end is reached, over an edge only from where it may be left", () => {
  assert.equal(endsWith(REACH, ["0402", "0404"]), true);
  assert.equal(endsWith(REACH, ["0404", "west"]), true);
  assert.equal(endsWith(REACH, ["0909", "west"]), false);
  assert.equal(endsWith(REACH, ["0909"]), false);
});

test("an order says what its lines say, with what is fixed", () => {
  const order = withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] });
  assert.deepEqual(blanksOf(order), { smoke: [], moves: [{ block: "ijn-1", path: ["0403"] }] });
  assert.deepEqual(faultsOf(order), []);
});

test("a line without its way is still open, and so is a group without a hex", () => {
  const open = faultsOf(withLine(emptyOrder(MOVE), "moves", 1));
  assert.deepEqual(
    open.map(({ blank, at, cell }) => [blank, at, cell]),
    [["moves", 0, "path"]],
  );
  assert.deepEqual(
    faultsOf(emptyOrder(SET_UP)).map((fault) => fault.cell),
    ["hex"],
  );
});

test("a new attack takes the batteries that are left, and none from the others", () => {
  const first = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  assert.equal(whyBare(first, "attacks", 0), "");
  const third = withLine(withLine(first, "attacks", 1), "attacks", 0);
  assert.deepEqual(mountsIn(third), [
    [0, [GUNS]],
    [1, [TORPEDOES]],
    [0, []],
  ]);
  assert.match(whyBare(third, "attacks", 2), /^Other lines of this order use all batteries.* Choose which/);
  assert.deepEqual(
    faultsOf(third).map(({ at, cell }) => [at, cell]),
    [[2, "mounts"]],
  );
});

test("a battery chosen in one attack leaves the other one, which stays, and is open", () => {
  const first = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  const both = withLineCell(withLine(first, "attacks", 1), "attacks", 1, "mounts", [GUNS, TORPEDOES]);
  assert.deepEqual(mountsIn(both), [
    [0, []],
    [1, [GUNS, TORPEDOES]],
  ]);
  assert.equal(chipsOf(both)[0].isOpen, true);
});

test("what is filled comes back after another took its place, unless it was nothing or the same", () => {
  const filled = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  assert.equal(orders.replaced(filled, emptyOrder(ATTACK)), filled);
  assert.equal(orders.replaced(filled, withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] })), null);
  assert.equal(orders.replaced(emptyOrder(ATTACK), filled), null);
  assert.equal(orders.replaced(emptyOrder(MOVE), filled), null);
});

test("advice for a second hex takes no battery from the first, and fills what else it says", () => {
  const advice = { attacks: [{ block: "ijn-1", target: "0501", mounts: [GUNS], classes: "D" }] };
  const first = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  const advised = asAdvised(withLine(first, "attacks", 1), "attacks", 1, advice);
  assert.deepEqual(mountsIn(advised), [
    [0, [GUNS]],
    [1, [TORPEDOES]],
  ]);
  assert.equal(advised.lines.attacks[1].cells.classes, "D");
});

test("who aims at a hex aims with all that would fire there, but what fires elsewhere", () => {
  const shot = { block: "ijn-1", target: "0501", classes: "D" };
  const advice = {
    attacks: [
      { ...shot, mounts: [GUNS] },
      { ...shot, mounts: [TORPEDOES] },
    ],
  };
  const alone = asAdvised(withLine(emptyOrder(ATTACK), "attacks", 1), "attacks", 0, advice);
  assert.deepEqual(mountsIn(alone), [
    [1, [GUNS]],
    [1, [TORPEDOES]],
  ]);
  const first = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [TORPEDOES] });
  assert.deepEqual(mountsIn(asAdvised(withLine(first, "attacks", 1), "attacks", 1, advice)), [
    [0, [TORPEDOES]],
    [1, [GUNS]],
  ]);
});

test("another attack on the same hex takes the batteries left, whatever is advised for the first", () => {
  const [attack] = handlesOf(ATTACK, PIECES)[0].acts;
  const first = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  assert.deepEqual(leftForAnother(first, attack)?.left, [TORPEDOES]);
  const { order, held } = withAct(first, { handle: "ijn-1", blank: "attacks", line: 0 }, attack);
  assert.deepEqual(held, { handle: "ijn-1", blank: "attacks", line: 1 });
  const advice = { attacks: [{ block: "ijn-1", target: "0502", mounts: [GUNS], classes: "D" }] };
  assert.deepEqual(
    asAdvised(order, "attacks", 1, advice).lines.attacks.map((line) => [line.row, line.cells.mounts]),
    [
      [0, [GUNS]],
      [0, [TORPEDOES]],
    ],
  );
  assert.deepEqual(leftForAnother(order, attack)?.left, []);
});

test("what has one line at most is offered no other", () => {
  const [move] = handlesOf(MOVE, PIECES)[0].acts;
  assert.equal(leftForAnother(withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] }), move), null);
});

test("chips say who, where to and with what, and what goes without saying is not said", () => {
  const moved = withCell(withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403", "0404"] }), "smoke", [
    "ijn-2",
  ]);
  assert.deepEqual(chipsOf(moved).map(chipText), ["Main column → 0404", "Screen: Smoke"]);
  const fired = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  assert.deepEqual(chipsOf(fired).map(chipText), ["Main column → 0502: Aoba, guns"]);
  const aimed = withLineCell(fired, "attacks", 0, "classes", "D");
  assert.deepEqual(chipsOf(aimed).map(chipText), ["Main column → 0502: Aoba, guns · Destroyers"]);
});

test("a chip that names not all mounts says how many stay silent, and which", () => {
  const first = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] });
  assert.deepEqual(chipsOf(first)[0].mounts, {
    said: "1 of 2 does not fire",
    fire: "Aoba, guns",
    silent: "Aoba, torpedoes",
    elsewhere: "",
  });
  const both = chipsOf(withLine(first, "attacks", 0));
  assert.deepEqual(
    both.map((chip) => [chip.mounts?.said, chip.mounts?.elsewhere]),
    [
      ["1 fires in another attack", "Aoba, torpedoes"],
      ["1 fires in another attack", "Aoba, guns"],
    ],
  );
  const all = withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS, TORPEDOES] });
  assert.equal(chipsOf(all)[0].mounts, null);
});

test("a chip taken back takes its line or its value back and no other", () => {
  const moved = withCell(
    withLine(withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] }), "moves", 1, { path: ["0403"] }),
    "smoke",
    ["ijn-2"],
  );
  const [first, , smoke] = chipsOf(moved);
  assert.deepEqual(chipsOf(withoutChip(moved, first)).map(chipText), ["Screen → 0403", "Screen: Smoke"]);
  assert.deepEqual(chipsOf(withoutChip(moved, smoke)).map(chipText), ["Main column → 0403", "Screen → 0403"]);
});

test("an order read again is the same order", () => {
  const fired = withLine(withLine(emptyOrder(ATTACK), "attacks", 0, { mounts: [GUNS] }), "attacks", 1);
  assert.deepEqual(readOrder(ATTACK, blanksOf(fired)), { order: fired, lost: [] });
  const ready = withLineCell(emptyOrder(SET_UP), "groups", 0, "hex", "0102");
  assert.deepEqual(readOrder(SET_UP, blanksOf(ready)), { order: ready, lost: [] });
});

test("what a log leaves out at its default is filled in again", () => {
  const { order, lost } = readOrder(ATTACK, {
    attacks: [{ block: "ijn-1", target: "0502", mounts: [GUNS] }],
  });
  assert.deepEqual(lost, []);
  assert.equal(order.lines.attacks[0].cells.classes, "");
});

test("what no longer holds is named, the rest stays", () => {
  const kept = {
    moves: [
      { block: "ijn-1", path: ["0403"] },
      { block: "ijn-9", path: ["0101"] },
    ],
    smoke: ["ijn-2", "ijn-9"],
  };
  const { order, lost } = readOrder(MOVE, kept);
  assert.deepEqual(chipsOf(order).map(chipText), ["Main column → 0403", "Screen: Smoke"]);
  assert.deepEqual(lost, [
    { blank: "smoke", at: null },
    { blank: "moves", at: 1 },
  ]);
  assert.equal(lostText(null, lost[1], kept), "ijn-9, 0101");
});

test("advice fills the line of the same row, and no other", () => {
  const advice = { attacks: [{ block: "ijn-1", target: "0501", mounts: [TORPEDOES], classes: "D" }] };
  const advised = asAdvised(withLine(emptyOrder(ATTACK), "attacks", 1), "attacks", 0, advice);
  assert.deepEqual(advised.lines.attacks[0].cells, { mounts: [TORPEDOES], classes: "D" });
  const other = withLine(emptyOrder(ATTACK), "attacks", 0);
  assert.equal(asAdvised(other, "attacks", 0, advice), other);
});

test("values outside the bounds do not fit", () => {
  const [groups, speed, retreat] = SET_UP.blanks;
  assert.ok(groups.blank === "rows" && speed.blank === "number" && retreat.blank === "choice");
  assert.equal(fits(speed, 3), true);
  assert.equal(fits(speed, 4), false);
  assert.equal(fits(speed, 1.5), false);
  assert.equal(fits(retreat, undefined), true);
  assert.equal(fits(retreat, false), false);
  const hex = groups.rows[0][1];
  assert.equal(fits(hex, undefined), false);
  assert.equal(sayValue(hex, "0102"), "0102");
});

test("odds of all ships make one line, one's own apart", () => {
  const ship = { name: "A", friendly: false, drawn: "1/2", sunk: "1/2", damaged: "1/4" };
  assert.equal(
    oddsText([ship, { ...ship, friendly: true }]),
    "sunk 25 % · damaged 13 % · own ships hit 38 %",
  );
  assert.equal(oddsText([{ ...ship, drawn: "1", sunk: "1/1000", damaged: "0" }]), "sunk under 1 %");
  assert.equal(oddsText([]), "");
});

test("a refusal stands at the line that it is about", () => {
  const order = withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] });
  const { refused, isShown } = refusalsOf(order, [{ pointer: "#/blanks/moves/0/path", detail: "Land." }]);
  assert.deepEqual([...refused], [["moves.0.path", "Land."]]);
  assert.equal(isShown, true);
  assert.equal(refusalsOf(order, [{ pointer: "#/blanks/other", detail: "No." }]).isShown, false);
  const kept = [{ pointer: "#/data/orders/sea.move#1/moves/0/path", detail: "Anew." }];
  assert.equal(refusalsOf(order, kept).refused.get("moves.0.path"), "Anew.");
});

test("where a line gives something up, an order with one is asked about, and an empty one is not", () => {
  const form = { ...MOVE, gives_up: "It is lost." };
  const handles = handlesOf(MOVE, PIECES);
  assert.equal(passingQuestion(emptyOrder(form), handles), "");
  const filled = withLine(emptyOrder(form), "moves", 0, { path: ["0403"] });
  assert.equal(passingQuestion(filled, handles), "Move: It is lost. Submit anyway?");
});

test("who gives the battle up is asked whether they mean it", () => {
  const resign = { ...MOVE, order: "resign", title: "Resign", blanks: [] };
  assert.match(passingQuestion(emptyOrder(resign), []), /^You are about to resign, .* Submit anyway\?$/);
});

test("an order that orders nothing is asked about, by who could be ordered; any other is not", () => {
  const handles = handlesOf(MOVE, PIECES);
  assert.equal(
    passingQuestion(emptyOrder(MOVE), handles),
    "Move: no orders for Main column, Screen. Submit anyway?",
  );
  const many = [1, 2, 3, 4].map((n) => ({ ...handles[0], key: String(n), words: `Block ${n}` }));
  assert.match(passingQuestion(emptyOrder(MOVE), many), /for Block 1, Block 2, Block 3 and 1 more\./);
  assert.equal(passingQuestion(emptyOrder(MOVE), []), "");
  const exceptions = { ...MOVE, blanks: MOVE.blanks.filter((blank) => blank.name === "smoke") };
  assert.equal(exceptions.blanks.length, 1);
  assert.equal(passingQuestion(emptyOrder(exceptions), handles), "");
  assert.equal(passingQuestion(withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] }), handles), "");
  assert.equal(passingQuestion(withCell(emptyOrder(MOVE), "smoke", ["ijn-2"]), handles), "");
  const ready = withLineCell(emptyOrder(SET_UP), "groups", 0, "hex", "0101");
  assert.equal(passingQuestion(ready, handlesOf(SET_UP, PIECES)), "");
});

test("who has no orders while others have is named", () => {
  const handles = handlesOf(MOVE, PIECES);
  assert.equal(withoutOrders(emptyOrder(MOVE), handles), "");
  const one = withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] });
  const free = handles.filter((handle) => !isInUse(one, handle)).map((handle) => handle.words);
  assert.ok(free.length > 0 && free.length < handles.length);
  assert.equal(withoutOrders(one, handles), `Without orders: ${free.join(", ")}`);
  const used = handles.filter((handle) => isInUse(one, handle));
  assert.equal(withoutOrders(one, used), "");
  const givesUp = emptyOrder({ ...MOVE, gives_up: "It is lost." });
  assert.equal(withoutOrders(withLine(givesUp, "moves", 0, { path: ["0403"] }), handles), "");
});

test("what a field took into the order is said, and what is taken back", () => {
  const empty = orders.emptyOrder(MOVE);
  const moved = orders.withLine(empty, "moves", 0, { path: ["0403"] });
  const farther = orders.withLine(empty, "moves", 0, { path: ["0403", "0404"] });
  assert.match(takenText(empty, moved), /^Added: .* → 0403\.$/);
  assert.match(takenText(moved, farther), /^Added: .* → 0404\.$/);
  assert.match(takenText(moved, empty), /^Removed: .* → 0403\.$/);
  assert.deepEqual([takenText(moved, moved), takenText(null, moved)], ["", ""]);
});

test("of several forms for one kind of order the one that says all of it is meant", () => {
  /** @type {import("../../../../replays_app/pages/play/static/play/types.js").Cell} */
  const ship = { blank: "fixed", name: "ship", value: "ajax", subject: "piece", title: "", words: "Ajax" };
  const evade = { ...ship, name: "evade", value: true };
  const way = MOVE.blanks.flatMap((blank) => (blank.blank === "rows" ? blank.rows.flat() : []));
  const course = way.find((cell) => cell.blank === "course");
  assert.ok(course?.blank === "course");
  const form = (/** @type {typeof MOVE.blanks} */ ...blanks) => ({ ...MOVE, blanks });
  const [sails, evades, stays] = [form(ship, course), form(ship, evade, course), form(ship)];
  /** @param {import("../../../../replays_app/pages/play/static/play/types.js").Blanks} blanks */
  const holding = (blanks) => [sails, evades, stays].map((one) => holdsWhole(one, blanks));
  const path = pathTo(course.reach, course.reach[0].place) ?? [];
  assert.deepEqual(holding({ ship: "ajax", [course.name]: path }), [true, false, false]);
  assert.deepEqual(holding({ ship: "ajax", [course.name]: path, evade: true }), [false, true, false]);
  assert.deepEqual(holding({ ship: "ajax", [course.name]: [], evade: false }), [false, false, true]);
  assert.deepEqual(holding({ ship: "leander", [course.name]: path }), [false, false, false]);
});

test("a blank for several says how many it takes, and which way it is wrong", () => {
  const ships = ["ajax", "achilles", "exeter"];
  const values = ships.map((value) => ({ value, words: value }));
  /** @param {number} least @param {number} most */
  const targets = (least, most) =>
    /** @type {import("../../../../replays_app/pages/play/static/play/types.js").Several} */ ({
      blank: "several",
      name: "targets",
      title: "Targets",
      subject: "piece",
      values,
      least,
      most,
    });
  assert.equal(boundsOf(targets(1, 2)), "at most 2");
  assert.equal(boundsOf(targets(2, 2)), "exactly 2");
  assert.equal(boundsOf(targets(1, 3)), "");
  assert.equal(boundsOf(targets(2, 3)), "at least 2");
  assert.equal(lackIn(targets(1, 2), ships), "Targets: choose at most 2, remove one");
  assert.equal(lackIn(targets(2, 2), ["ajax"]), "Targets: choose exactly 2, add one");
  assert.equal(lackIn(targets(1, 2), []), "Targets: choose");
});
