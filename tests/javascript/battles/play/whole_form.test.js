/** Blanks that stand in a form itself: ways and places on the chart, and forms about one ship each. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyOrder } from "../../../../replays_app/pages/play/static/play/order/filled_order.js";
import { reachIn } from "../../../../replays_app/pages/play/static/play/order/waypoints.js";
import {
  namedBeside,
  pickedInForm,
  withForm,
} from "../../../../replays_app/pages/play/static/play/asking/whole_form.js";
import { parted } from "../../../../replays_app/pages/play/static/play/bar/other_forms.js";

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
  assert.deepEqual(offer.pieces, [{ key: "exeter", words: "available order: Move Exeter" }]);
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

/**
 * Three hexes ahead of Ajax, who faces east (0) and may turn once; 0605 lies ahead, 0604 and 0606 beside it.
 * @type {import("../../../../replays_app/pages/play/static/play/types.js").Course}
 */
const TURNING = {
  blank: "course",
  name: "way",
  title: "Way",
  subject: "place",
  start: "0505",
  allowance: 2,
  turning: {
    facing: 0,
    faces: 1,
    at_once: 1,
    words: ["east", "north-east", "north-west", "west", "south-west", "south-east"],
  },
  reach: [
    { place: "0605", cost: 1, before: "" },
    { place: "0604", cost: 1, before: "" },
    { place: "0606", cost: 1, before: "" },
    { place: "0705", cost: 2, before: "0605" },
    { place: "0704", cost: 2, before: "0605" },
    { place: "0706", cost: 2, before: "0605" },
  ],
  legs: [
    ["", "0605", 1, 0],
    ["", "0604", 1, 1],
    ["", "0606", 1, 5],
    ["0605", "0705", 1, 0],
    ["0605", "0704", 1, 1],
    ["0605", "0706", 1, 5],
    ["0604", "0704", 1, 0],
    ["0604", "0605", 1, 5],
    ["0604", "0703", 1, 1],
    ["0606", "0706", 1, 0],
  ],
};
const TURNS = { ...AJAX, blanks: /** @type {any[]} */ ([AJAX.blanks[0], TURNING]) };

/** Taps places one after the other. @param {...string} places */
function tapped(...places) {
  let order = emptyOrder(TURNS);
  for (const place of places)
    order = pickedInForm(order, [TURNS], { piece: "", place }, PIECES)?.order ?? order;
  return order;
}

test("a tap goes on from the end of a way where legs and turns allow it", () => {
  assert.deepEqual(tapped("0604").cells.way, ["0604"]);
  assert.deepEqual(tapped("0605", "0704").cells.way, ["0605", "0704"]);
  const lit = withForm(NOTHING, tapped("0605"), [TURNS], PIECES).places;
  assert.equal(lit.find((one) => one.place === "0704")?.words, "Move Ajax: continue to 0704, total cost 2");
  assert.equal(lit.find((one) => one.place === "0605")?.words, "Move Ajax: remove 0605");
  assert.equal(lit.find((one) => one.place === "0604")?.words, "Move Ajax: 0604, costs 1");
});

test("turns that are used up let a way go on straight alone, and elsewhere it begins anew", () => {
  const way = tapped("0604", "0605").cells.way;
  assert.deepEqual(way, ["0605"], "back to the east would be a second turn");
  assert.deepEqual(tapped("0604", "0706").cells.way, ["0605", "0706"]);
});

test("a tap on the end takes it back, the last one the whole way; what is dropped begins anew", () => {
  assert.deepEqual(tapped("0605", "0705", "0705").cells.way, ["0605"]);
  assert.equal(tapped("0605", "0605").cells.way, undefined);
  const dropped = { piece: "ajax", place: "0706", isDropped: true };
  const order = pickedInForm(tapped("0604"), [TURNS], dropped, PIECES)?.order;
  assert.deepEqual(order?.cells.way, ["0605", "0706"]);
});

test("a place is come to facing each way that legs and turns allow, cheapest first", () => {
  const turning = { faces: 2, at_once: 1, facing: 0, words: ["E", "NE", "NW", "W", "SW", "SE"] };
  const faces = reachIn({ ...TURNING, turning }).filter((one) => one.place === "0704");
  assert.deepEqual(
    faces.map(({ facing, way }) => [facing, way]),
    [
      [1, ["0605", "0704"]],
      [0, ["0604", "0704"]],
    ],
  );
});

// --- what may be ordered instead ------------------------------------------------------------

/** @typedef {import("../../../../replays_app/pages/play/static/play/types.js").Form} Form */

/** @param {string} title @param {string} [piece] @returns {Form} */
const formOf = (title, piece) => ({
  order: "move",
  title,
  rule: "",
  because: "",
  gives_up: "",
  pressing: true,
  blanks: piece
    ? [{ blank: "fixed", name: "ship", title: "Ship", subject: "piece", value: piece, words: piece }]
    : [],
});

const OTHERS = [
  formOf("Ajax evades", "ajax"),
  ...["b", "c", "d", "e"].map((ship) => formOf(`Move ${ship}`, ship)),
  formOf("End the movement"),
];

test("forms of many other pieces are a list apart from those of this one and of none", () => {
  const { links, listed } = parted(formOf("Move Ajax", "ajax"), OTHERS);
  assert.deepEqual(
    links.map((one) => one.title),
    ["Ajax evades", "End the movement"],
  );
  assert.deepEqual(
    listed.map((one) => one.title),
    ["Move b", "Move c", "Move d", "Move e"],
  );
});

test("few of them are links, and so are all where the form is about no piece", () => {
  assert.deepEqual(parted(formOf("Move Ajax", "ajax"), OTHERS.slice(0, 4)).listed, []);
  assert.deepEqual(parted(formOf("Gunnery"), OTHERS).listed, []);
  const edges = Array.from({ length: 7 }, (_, at) => ({ ...formOf(`Edge ${at}`), order: "sea.set_up" }));
  const others = [...edges.slice(1), { ...formOf("Resign"), order: "resign" }];
  assert.deepEqual(parted(edges[0], others).listed, []);
  const more = [...others, { ...formOf("Edge 7"), order: "sea.set_up" }];
  const { links, listed } = parted(edges[0], more);
  assert.deepEqual([links.map((one) => one.title), listed.length], [["Resign"], 7]);
});
