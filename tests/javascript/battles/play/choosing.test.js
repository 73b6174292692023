/** The first tap takes something in hand, the second says where to; all of it by the form alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as choosing from "../../../../replays_app/pages/play/static/play/order/choosing.js";
import {
  blanksOf,
  emptyOrder,
  withLine,
} from "../../../../replays_app/pages/play/static/play/order/filled_order.js";
import { chipsOf } from "../../../../replays_app/pages/play/static/play/order/chips.js";
import { handlesOf } from "../../../../replays_app/pages/play/static/play/order/form_subjects.js";
import {
  guidePlans,
  inHandFirst,
  letGoText,
  offerOf,
} from "../../../../replays_app/pages/play/static/play/order/offering.js";
import { ATTACK, GUNNERY, MOVE, PIECES, SET_UP } from "./sample_forms.js";

const { choose, holdLine, takenInHand } = choosing;

/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Form} Form */
/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Held} Held */

const at = (/** @type {string} */ place, piece = "") => ({ piece, place });
const on = (/** @type {string} */ piece) => ({ piece, place: "" });

/**
 * Taps one after the other.
 * @param {Form} form @param {import("../../../../darkseas/static/darkseas/chart/types.js").Picked[]} taps
 */
function tapped(form, ...taps) {
  const handles = handlesOf(form, PIECES);
  let [order, held] = [emptyOrder(form), /** @type {Held | null} */ (null)];
  for (const tap of taps) ({ order, held } = choose(order, held, tap, handles));
  return { order, held, handles, offer: offerOf(order, held, handles, PIECES) };
}

test("what may be ordered lights up, by block and by the ship in it", () => {
  const { offer } = tapped(MOVE);
  assert.deepEqual(
    offer.pieces.map((one) => one.key),
    ["ijn-1", "ijn-2"],
  );
  assert.match(offer.pieces[1].words, /Blocks, Smoke/);
  const { handles } = tapped(ATTACK);
  assert.deepEqual(
    handles.map((one) => [one.piece, one.acts.length]),
    [["ijn-1", 2]],
  );
});

test("a block in hand lights up what it reaches, each with its cost; an edge at its cheapest", () => {
  const { offer } = tapped(MOVE, on("ijn-1"));
  assert.equal(offer.held, "ijn-1");
  assert.deepEqual(
    offer.places.map(({ place, note, beside }) => [place, note, beside]),
    [
      ["0403", "1", "0402"],
      ["0404", "2", "0403"],
      ["0502", "1", "0402"],
      ["west", "2", "0403"],
    ],
  );
});

test("tap and tap make a move, and the way is drawn", () => {
  const { order, held, offer } = tapped(MOVE, on("ijn-1"), at("0404"));
  assert.deepEqual(blanksOf(order).moves, [{ block: "ijn-1", path: ["0403", "0404"] }]);
  assert.equal(held, null);
  assert.deepEqual(offer.plans[0].path, ["0402", "0403", "0404"]);
});

test("a hex with an enemy in it is reached by tapping the enemy", () => {
  const { order } = tapped(MOVE, on("ijn-1"), at("0502", "usn-1"));
  assert.deepEqual(blanksOf(order).moves, [{ block: "ijn-1", path: ["0502"] }]);
});

test("another block of one's own is taken in hand instead, a drop on it is none", () => {
  assert.equal(tapped(MOVE, on("ijn-1"), at("0302", "ijn-2")).held?.handle, "ijn-2");
  const { order } = tapped(MOVE, on("ijn-1"), { ...at("0403", "ijn-2"), isDropped: true });
  assert.deepEqual(blanksOf(order).moves, [{ block: "ijn-1", path: ["0403"] }]);
});

test("a second way takes the place of the first, and the sea lets go", () => {
  const { order } = tapped(MOVE, on("ijn-1"), at("0404"), on("ijn-1"), at("0403"));
  assert.deepEqual(blanksOf(order).moves, [{ block: "ijn-1", path: ["0403"] }]);
  const { order: same, held } = tapped(MOVE, on("ijn-1"), at("0909"));
  assert.deepEqual([blanksOf(same).moves, held], [[], null]);
});

test("an attack stays in hand for its batteries and classes", () => {
  const { order, held, offer } = tapped(ATTACK, on("ijn-1"), at("0502", "usn-1"));
  assert.equal(order.lines.attacks[0].row, 0);
  assert.deepEqual(held, { handle: "ijn-1", blank: "attacks", line: 0 });
  assert.deepEqual(offer.plans, [{ path: ["ijn-1", "0502"], kind: "aim", words: "", isHeld: true }]);
});

test("a tap on a target lays all guns of a ship that reach it, a line in hand alone", () => {
  const far = [...PIECES, { ...PIECES[2], key: "usn-2", at: "0602" }];
  const handles = handlesOf(GUNNERY, far);
  /** @param {import("../../../../replays_app/pages/play/static/play/types.js").FilledOrder} order */
  const laid = (order) => order.lines.fire.map((line) => [line.row, line.cells.target]);
  const tap = (/** @type {string} */ piece) => ({ piece, place: "" });
  const held = { handle: "ijn-1" };
  const all = choose(emptyOrder(GUNNERY), held, tap("usn-1"), handles);
  assert.deepEqual(laid(all.order), [
    [0, "usn-1"],
    [1, "usn-1"],
    [2, "usn-1"],
  ]);
  assert.equal(all.held, null);
  const again = choose(all.order, held, tap("usn-2"), handles);
  assert.deepEqual(laid(again.order), [
    [0, "usn-2"],
    [1, "usn-1"],
    [2, "usn-2"],
  ]);
  const alone = choose(all.order, { ...held, blank: "fire", line: 2 }, tap("usn-2"), handles);
  assert.deepEqual(laid(alone.order), [
    [0, "usn-1"],
    [1, "usn-1"],
    [2, "usn-2"],
  ]);
});

test("what lies on no chart is taken in hand from the list", () => {
  const handles = handlesOf(SET_UP, PIECES);
  assert.equal(handles[0].piece, "");
  const held = holdLine(handles, emptyOrder(SET_UP), "groups", 0);
  const { order } = choose(emptyOrder(SET_UP), held, at("0102"), handles);
  assert.deepEqual(blanksOf(order).groups, [{ name: "Main", hex: "0102" }]);
  assert.equal(offerOf(order, null, handles, PIECES).plans[0].words, "Main");
});

test("what there is one thing to do with is done at once, and taken back at once", () => {
  /** @type {Form} */
  const evade = { ...MOVE, blanks: MOVE.blanks.filter((blank) => blank.name === "smoke") };
  assert.deepEqual(blanksOf(tapped(evade, on("ijn-2")).order).smoke, ["ijn-2"]);
  assert.deepEqual(blanksOf(tapped(evade, on("ijn-2"), on("ijn-2")).order).smoke, []);
});

test("a handle with more to choose is in hand and changes nothing yet", () => {
  const [handle] = handlesOf(MOVE, PIECES);
  const order = withLine(emptyOrder(MOVE), "moves", 0, { path: ["0403"] });
  assert.deepEqual(takenInHand(order, handle), { order, held: { handle: "ijn-1" } });
});

test("lines that nothing tells apart are numbered, in the list and on their chips", () => {
  /** @type {Form} */
  const dummies = {
    ...MOVE,
    blanks: [{ blank: "rows", name: "dummies", title: "Dummies", rows: [[], [], []] }],
  };
  const [handle] = handlesOf(dummies, PIECES);
  assert.deepEqual(
    handle.acts.map((act) => act.title),
    ["Dummies, 1 of 3", "Dummies, 2 of 3", "Dummies, 3 of 3"],
  );
  assert.equal(chipsOf(withLine(emptyOrder(dummies), "dummies", 1))[0].who, "Dummies, 2 of 3");
  assert.equal(handlesOf(MOVE, PIECES)[0].acts[0].title, "Blocks");
});

test("who taps a place with nothing in hand is told what to choose first", () => {
  const { held, handles, offer } = tapped(SET_UP, at("0102"));
  assert.equal(held, null);
  assert.deepEqual(offer.places, []);
  assert.match(inHandFirst(handles), /^First choose a unit: Main.*; then a place\.$/);
  assert.equal(inHandFirst([]), "");
});

test("who taps a place where what is in hand cannot go is told so", () => {
  const { held, handles } = tapped(MOVE, on("ijn-1"));
  assert.ok(held);
  assert.equal(tapped(MOVE, on("ijn-1"), at("9999")).held, null);
  assert.match(letGoText(handles, held), /^.+: not possible there\. Choose it again/);
  assert.equal(letGoText([], held), "");
});

test("places that a guide names are ringed until something is ordered to go there", () => {
  const guide = [{ text: "Go on.", why: "", rule: "", focus: ["0102", "0303"] }];
  const order = emptyOrder({ ...SET_UP, guide });
  const rings = guidePlans(order, []);
  assert.deepEqual(
    rings.map((one) => [one.path, one.kind]),
    [
      [["0102"], "guide"],
      [["0303"], "guide"],
    ],
  );
  assert.equal(guidePlans(order, [{ path: ["0102"], kind: "aim" }]).length, 1);
});
