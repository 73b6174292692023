/** A chart of cards: where cards, arrows and titles lie, and how a card is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  groupsOf,
  inTwo,
  layOut,
  nextCard,
  placeOf,
} from "../../../darkseas/static/darkseas/chart/cards/layout.js";
import { arrowBetween } from "../../../darkseas/static/darkseas/chart/cards/attack_arrows.js";
import { cardText } from "../../../darkseas/static/darkseas/chart/cards/card.js";

/** @typedef {import("../../../darkseas/static/darkseas/chart/types.js").Piece} Piece */

const ROWS = [
  ["rear", "Carrier group, tier 2"],
  ["screen", "Carrier group, tier 5"],
  ["boats", "Submarines"],
  ["van", "Battle group, tier 3"],
  ["none", "Battle group, tier 4"],
];
const SIDES = ["a", "b"].map((key) => ({ key, name: key, navy: "", notch: 0 }));
const GROUND = {
  kind: "cards",
  map: null,
  sides: SIDES,
  rows: ["a", "b"].flatMap((side) => ROWS.map(([key, title]) => ({ key: `${side}-${key}`, side, title }))),
};

/** So many cards in every row but the last of each side. @param {number} cards */
function fleets(cards) {
  return GROUND.rows
    .filter((row) => !row.key.endsWith("none"))
    .flatMap((row) =>
      Array.from({ length: cards }, (_, i) => ({
        key: `${row.key}${i + 1}`,
        side: row.side,
        at: `${row.key}/${i + 1}`,
        face: "up",
      })),
    );
}

/**
 * @param {number} cards @param {number} w @param {number} h
 * @param {{least?: number, top?: number, right?: number}} [more]
 */
const laid = (cards, w, h, more = {}) => layOut(GROUND, fleets(cards), { w, h, least: 64, ...more });

for (const [title, group, own] of [
  ["Battle group, tier 3", "Battle group", "Tier 3"],
  ["Submarines", "Submarines", ""],
  ["First, second, third", "First", "Second, third"],
])
  test(`"${title}" names a group and a part`, () => {
    assert.deepEqual(inTwo(title), { group, own });
  });

for (const [at, row, slot] of [
  ["van/3", "van", "3"],
  ["a/van/12", "a/van", "12"],
  ["", "", ""],
])
  test(`"${at}" is a row and a slot`, () => {
    assert.deepEqual(placeOf(at), { row, slot });
  });

test("rows of a group lie together, and rows without cards nowhere", () => {
  assert.deepEqual(
    groupsOf(GROUND.rows, fleets(1), "b").map((group) => [
      group.title,
      group.trays.map((tray) => tray.title),
    ]),
    [
      ["Carrier group", ["Tier 2", "Tier 5"]],
      ["Submarines", [""]],
      ["Battle group", ["Tier 3"]],
    ],
  );
});

test("cards lie by the number of their slot", () => {
  const pieces = ["10", "2", "1"].map((slot) => ({ key: slot, side: "a", at: `r/${slot}`, face: "up" }));
  const [group] = groupsOf([{ key: "r", side: "a", title: "R" }], pieces, "a");
  assert.deepEqual(
    group.trays[0].cards.map((card) => card.key),
    ["1", "2", "10"],
  );
});

for (const [w, h] of [
  [1400, 700],
  [900, 460],
  [640, 400],
  [360, 320],
])
  for (const cards of [1, 2, 4, 9])
    test(`${cards} card(s) a row never overlap in ${w} by ${h}, and all lie on the drawing`, () => {
      const { spots, whole, size } = laid(cards, w, h, { top: 26, right: 44 });
      const all = [...spots.values()];
      assert.equal(all.length, 8 * cards);
      for (const [i, a] of all.entries()) {
        assert.ok(a.x >= 0 && a.y >= 26 && a.x + a.w <= whole.w - 44 && a.y + a.h <= whole.h);
        for (const b of all.slice(i + 1))
          assert.ok(Math.abs(a.x - b.x) >= size.w || Math.abs(a.y - b.y) >= size.h);
      }
    });

test("cards are as large as the window allows", () => {
  const sizes = [
    [2400, 1600],
    [1400, 700],
    [900, 460],
    [360, 320],
  ].map(([w, h]) => laid(2, w, h).size.w);
  assert.deepEqual(
    sizes,
    [...sizes].sort((a, b) => b - a),
  );
  assert.equal(sizes[0], 190);
  assert.equal(sizes.at(-1), 64);
});

test("the chart is longer than the window where the smallest cards do not fit", () => {
  assert.deepEqual(laid(2, 1400, 700).whole, { x: 0, y: 0, w: 1400, h: 700 });
  assert.ok(laid(4, 360, 320).whole.h > 320);
  assert.equal(laid(4, 360, 320, { least: 16 }).whole.h, 320);
});

test("fronts face each other", () => {
  const { spots } = laid(3, 600, 700);
  const heights = ["b-rear1", "b-van1", "a-van1", "a-rear1"].map((key) => spots.get(key)?.y ?? NaN);
  assert.deepEqual(
    heights,
    [...heights].sort((a, b) => a - b),
  );
  assert.equal(new Set(heights).size, 4);
});

for (const [cards, heading] of /** @type {[number, string][]} */ ([
  [1, "Tier 3"],
  [3, "Tier 3: battleships"],
  [9, "Tier 3: battleships"],
]))
  test(`the title of a row of ${cards} is "${heading}"`, () => {
    const rows = [{ key: "r", side: "a", title: "Battle group, tier 3: battleships" }];
    const pieces = Array.from({ length: cards }, (_, n) => ({
      key: `p${n}`,
      side: "a",
      at: `r/${n}`,
      face: "up",
    }));
    const { headings } = layOut({ ...GROUND, rows }, pieces, { w: 700, h: 140, least: 64 });
    assert.deepEqual(
      headings.map((one) => one.text),
      [heading],
    );
  });

const BOXES = new Map(
  /** @type {[string, number, number][]} */ ([
    ["nw", 0, 0],
    ["ne", 100, 0],
    ["sw", 0, 60],
    ["se", 100, 60],
    ["far", 400, 62],
  ]).map(([key, x, y]) => [key, { x, y, w: 80, h: 40 }]),
);
for (const [from, way, to] of /** @type {[string, string, string | undefined][]} */ ([
  ["nw", "Right", "ne"],
  ["nw", "Down", "sw"],
  ["se", "Left", "sw"],
  ["se", "Up", "ne"],
  ["se", "Right", "far"],
  ["nw", "Up", undefined],
]))
  test(`the arrow ${way} leads from ${from} to ${to ?? "nowhere"}`, () => {
    assert.equal(nextCard(BOXES, from, `Arrow${way}`), to);
  });

test("an arrow of fire runs from edge to edge, and a second one otherwise", () => {
  const [low, high] = [300, 0].map((y) => ({ x: 0, y, w: 100, h: 50 }));
  const arrow = arrowBetween(low, high, 0);
  assert.ok(Math.abs(arrow.end.y - 54) < 1e-6);
  const begins = Number(arrow.d.match(/^M[^ ]+ ([^Q]+)Q/)?.[1]);
  assert.ok(Math.abs(begins - 296) < 1e-6);
  assert.notEqual(arrow.d, arrowBetween(low, high, 1).d);
});

const RED = { key: "red", name: "Red", navy: "", notch: 0 };
/** @type {[Partial<Piece>, string][]} */
const TOLD = [
  [
    { title: "Hood", kind: "BB", face: "up", figures: [{ label: "Defence", value: "9" }] },
    "Red: Hood, battleship, battle group; Defence 9",
  ],
  [{ face: "down" }, "Red: card, face down, battle group"],
  [{ title: "Maori", face: "out", marks: ["sunk"] }, "Red: Maori, battle group; sunk"],
  [
    { title: "U 47", face: "up", marks: ["submerged", "fired"] },
    "Red: U 47, battle group; submerged, has fired",
  ],
];
for (const [piece, said] of TOLD)
  test(`a card is told as "${said}"`, () => {
    const card = { key: "k", side: "red", at: "r/1", face: "up", ...piece };
    assert.equal(cardText(card, RED, "battle group"), said);
  });
