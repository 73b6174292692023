/** Blanks that stand in a form itself: ways and places on the chart, and forms about one ship each. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyOrder } from "../../../../replays_app/pages/play/static/play/order/filled_order.js";
import {
  namedBeside,
  pickedInForm,
  withForm,
} from "../../../../replays_app/pages/play/static/play/asking/whole_form.js";

const NOTHING = { held: "", pieces: [], places: [], plans: [] };
/** @param {string} key @param {string} at */
const piece = (key, at) => ({ key, side: "a", at, face: "up" });
const PIECES = [piece("ajax", "0505"), piece("exeter", "0707"), piece("spee", "0605")];

/** @param {string} ship @param {string} title @param {boolean} [stays] */
function moving(ship, title, stays = false) {
  const fixed = { blank: "fixed", name: "ship", title: "Ship", subject: "piece", value: ship, words: ship };
  const reach = [
    { place: "0605", cost: 1, before: "" },
    { place: "0705", cost: 2, before: "0605" },
  ];
  const way = {
    blank: "course",
    name: "way",
    title: "Way",
    subject: "place",
    start: "0505",
    allowance: 4,
    reach,
  };
  const blanks = /** @type {any[]} */ (stays ? [fixed] : [fixed, way]);
  return { order: "move", title, rule: "ES-5", because: "It is your turn.", pressing: true, blanks };
}

const [AJAX, AJAX_STAYS, EXETER, EXETER_STAYS] = [
  moving("ajax", "Move Ajax"),
  moving("ajax", "Ajax stays", true),
  moving("exeter", "Move Exeter"),
  moving("exeter", "Exeter stays", true),
];
const END = { ...moving("", "End the movement", true), blanks: [] };
const FORMS = [AJAX, AJAX_STAYS, EXETER, EXETER_STAYS, END];

test("the chart lights up where a ship may go, and the ships that other forms are about", () => {
  const offer = withForm(NOTHING, emptyOrder(AJAX), FORMS, PIECES);
  assert.equal(offer.held, "ajax");
  assert.deepEqual(
    offer.places.map(({ place, note }) => [place, note]),
    [
      ["0605", "1"],
      ["0705", "2"],
    ],
  );
  assert.deepEqual(offer.pieces, [{ key: "exeter", words: "may be ordered: Move Exeter" }]);
});

test("a tap on a lit place lays the way there, whoever lies in it", () => {
  const order = emptyOrder(AJAX);
  for (const picked of [
    { piece: "", place: "0705" },
    { piece: "spee", place: "0605" },
  ]) {
    const filled = pickedInForm(order, FORMS, picked, PIECES)?.order;
    assert.ok(filled);
    assert.deepEqual(filled.cells.way, picked.place === "0705" ? ["0605", "0705"] : ["0605"]);
    assert.equal(withForm(NOTHING, filled, FORMS, PIECES).plans.length, 1);
  }
});

test("a tap on another ship of one's own turns to her form, and one into the sea means nothing", () => {
  const order = emptyOrder(AJAX);
  assert.equal(pickedInForm(order, FORMS, { piece: "exeter", place: "0707" }, PIECES)?.form, EXETER);
  assert.equal(pickedInForm(order, FORMS, { piece: "", place: "2020" }, PIECES), null);
});

test("beside a form stand all of its own ship, and one of each other ship", () => {
  const beside = namedBeside(AJAX, [AJAX_STAYS, EXETER, EXETER_STAYS, END]);
  assert.deepEqual(beside, [AJAX_STAYS, EXETER, END]);
});
