/** A way is laid from waypoint to waypoint within what it may cost, and taken back one by one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sayValue } from "../../../../replays_app/pages/play/static/play/order/cells.js";
import * as choosing from "../../../../replays_app/pages/play/static/play/order/choosing.js";
import * as orders from "../../../../replays_app/pages/play/static/play/order/filled_order.js";
import { handlesOf } from "../../../../replays_app/pages/play/static/play/order/form_subjects.js";
import { offerOf } from "../../../../replays_app/pages/play/static/play/order/offering.js";
import { costOf, courseFrom } from "../../../../replays_app/pages/play/static/play/order/waypoints.js";
import { ATTACK, MOVE, PIECES } from "./sample_forms.js";

/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Course} Course */
/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Form} Form */
/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Held} Held */
/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Leg} Leg */

/**
 * The sea round 0402, of which three hexes may be entered, and an edge that two of them lie at.
 * @type {Leg[]}
 */
const LEGS = [
  ["", "0403", 1],
  ["", "0502", 1],
  ["0403", "0404", 1],
  ["0403", "0502", 1],
  ["0502", "0403", 1],
  ["0404", "0403", 1],
  ["0403", "west", 1],
  ["0404", "west", 1],
];
const [rows] = MOVE.blanks;
assert.ok(rows.blank === "rows" && rows.rows[0][1].blank === "course");
/** @type {Course} */
const COURSE = { ...rows.rows[0][1], legs: LEGS };
/** @type {Form} */
const BY_LEGS = {
  ...MOVE,
  blanks: [{ ...rows, rows: [[rows.rows[0][0], COURSE], rows.rows[1]] }, ...MOVE.blanks.slice(1)],
};

/**
 * Taps places after a block was taken in hand, each a waypoint.
 * @param {Form} form @param {...string} places
 */
function laid(form, ...places) {
  const handles = handlesOf(form, PIECES);
  let order = orders.emptyOrder(form);
  /** @type {Held | null} */
  let held = choosing.byWaypoints(order, { handle: "ijn-1" }, true);
  for (const place of places) ({ order, held } = choosing.choose(order, held, { piece: "", place }, handles));
  return { order, held, offer: offerOf(order, held, handles, PIECES), handles };
}

/** @param {import("../../../../replays_app/pages/play/static/play/types.js").FilledOrder} order */
const movesOf = (order) => orders.blanksOf(order).moves;

test("what a way costs is the sum of its legs", () => {
  assert.equal(costOf(COURSE, []), 0);
  assert.equal(costOf(COURSE, ["0502", "0403", "0404"]), 3);
});

test("behind a waypoint one may go on as far as what is left goes", () => {
  const left = courseFrom(COURSE, ["0502"]);
  assert.deepEqual(
    left.reach.map(({ place, cost, before }) => [place, cost, before]),
    [
      ["0403", 1, ""],
      ["0404", 2, "0403"],
      ["west", 2, "0403"],
    ],
  );
  assert.deepEqual(courseFrom(COURSE, ["0403", "0404", "west"]).reach, []);
});

test("waypoints are tapped one after the other, and lit places say what the whole way costs", () => {
  const { order, held, offer } = laid(BY_LEGS, "0502", "0403");
  assert.deepEqual(movesOf(order), [{ block: "ijn-1", path: ["0502", "0403"] }]);
  assert.deepEqual(held, { handle: "ijn-1", blank: "moves", line: 0, stops: [1, 2] });
  assert.deepEqual(
    offer.places.map(({ place, note }) => [place, note]),
    [
      ["0404", "3"],
      ["0502", "3"],
      ["west", "3"],
    ],
  );
  assert.deepEqual(offer.plans[0].path, ["0402", "0502", "0403"]);
});

test("a waypoint farther off is reached by the cheapest way from the last one", () => {
  const { order, held } = laid(BY_LEGS, "0502", "0404");
  assert.deepEqual(movesOf(order), [{ block: "ijn-1", path: ["0502", "0403", "0404"] }]);
  assert.deepEqual(held?.stops, [1, 3]);
  assert.equal(sayValue(COURSE, ["0502", "0403", "0404"]), "0404 via 0502, 0403");
  assert.equal(sayValue(COURSE, ["0403", "0404"]), "0404");
});

test("the last waypoint is taken back, and with the first one the order", () => {
  const { order, held } = laid(BY_LEGS, "0502", "0404");
  assert.ok(held);
  const once = choosing.withoutLastStop(order, held);
  assert.deepEqual(movesOf(once.order), [{ block: "ijn-1", path: ["0502"] }]);
  const twice = choosing.withoutLastStop(once.order, once.held);
  assert.deepEqual([movesOf(twice.order), twice.held], [[], { handle: "ijn-1", stops: [] }]);
  assert.deepEqual(choosing.withoutLastStop(twice.order, twice.held), twice);
});

test("a way that is there already goes on from its end, place by place back", () => {
  const { order } = laid(BY_LEGS, "0404");
  const held = choosing.byWaypoints(order, { handle: "ijn-1", blank: "moves", line: 0 }, true);
  assert.deepEqual(held.stops, [1, 2]);
  assert.deepEqual(choosing.byWaypoints(order, held, false).stops, undefined);
});

test("without waypoints a second tap is another way, and other lines know none", () => {
  const handles = handlesOf(BY_LEGS, PIECES);
  const { order } = laid(BY_LEGS, "0502");
  const next = choosing.choose(order, { handle: "ijn-1" }, { piece: "", place: "0403" }, handles);
  assert.deepEqual(movesOf(next.order), [{ block: "ijn-1", path: ["0403"] }]);
  assert.equal(next.held, null);
  const attack = orders.withLine(orders.emptyOrder(ATTACK), "attacks", 0);
  const line = { handle: "ijn-1", blank: "attacks", line: 0 };
  assert.deepEqual(choosing.byWaypoints(attack, line, true), line);
});

test("a waypoint where another block of one's own lies is a waypoint, elsewhere it is taken in hand", () => {
  const handles = handlesOf(BY_LEGS, PIECES);
  const order = orders.emptyOrder(BY_LEGS);
  const held = choosing.byWaypoints(order, { handle: "ijn-1" }, true);
  const on = choosing.choose(order, held, { piece: "ijn-2", place: "0403" }, handles);
  assert.deepEqual(movesOf(on.order), [{ block: "ijn-1", path: ["0403"] }]);
  const other = choosing.choose(order, held, { piece: "ijn-2", place: "0302" }, handles);
  assert.equal(other.held?.handle, "ijn-2");
});
