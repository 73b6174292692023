/** A chart of hexes: where hexes lie, how they are numbered, how blocks and strokes lie on them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { blockName, inTwoLines, layOut } from "../../../darkseas/static/darkseas/chart/hexes/blocks.js";
import {
  keptApart,
  numberBox,
  rankOf,
} from "../../../darkseas/static/darkseas/chart/hexes/label_collisions.js";
import {
  hexAndNear,
  hexesApart,
  nearWords,
  whereWords,
} from "../../../darkseas/static/darkseas/chart/hexes/nearest_place.js";
import {
  headingWords,
  hullBelow,
  hullPath,
  isShip,
  lieOf,
} from "../../../darkseas/static/darkseas/chart/hexes/ships.js";
import { labelPlaces } from "../../../darkseas/static/darkseas/chart/hexes/range_labels.js";
import { rangeText } from "../../../darkseas/static/darkseas/chart/hexes/weapon_ranges.js";
import { numberSpacing } from "../../../darkseas/static/darkseas/chart/hexes/ground.js";
import { written } from "../../../darkseas/static/darkseas/chart/hexes/numbering.js";
import {
  allHexes,
  borderPath,
  centreOf,
  gridPath,
  hexesWithin,
  label,
  parse,
} from "../../../darkseas/static/darkseas/chart/hexes/geometry.js";
import { profileOf, typeName } from "../../../darkseas/static/darkseas/chart/pieces/silhouettes.js";
import { freshStrokesOf } from "../../../darkseas/static/darkseas/chart/stroke_marks.js";

test("where hexes are small fewer of them have a number, with room for each", () => {
  assert.deepEqual([96, 42, 41, 25, 20, 11, 6].map(numberSpacing), [1, 1, 2, 2, 4, 4, 8]);
  assert.equal(numberSpacing(1), 8);
});

test("a block whose ships are not known is told apart by its name in logs", () => {
  const block = { key: "allies-9", side: "allies", at: "0503", face: "down" };
  assert.equal(blockName(block), "allies-9");
  assert.equal(blockName({ ...block, crew: [{ key: "aoba", name: "Aoba", kind: "CA", ratings: "" }] }), "");
});

test("labels name column and row, with a point where there are more than two digits", () => {
  assert.equal(label(8, 6), "0806");
  assert.equal(label(100, 6), "100.06");
  assert.deepEqual(parse("100.06"), { col: 100, row: 6 });
});

test("hexes lie where the engine has them", () => {
  assert.deepEqual(centreOf("0000"), { x: 0, y: 0 });
  assert.equal(centreOf("0101").x, 150);
  assert.deepEqual(allHexes({ cols: 2, rows: 2 }), ["0000", "0100", "0001", "0101"]);
});

test("the side between two hexes is drawn once in a grid, and never in a border", () => {
  const strokesOf = (/** @type {string} */ path) => path.split("M").length - 1;
  assert.equal(strokesOf(gridPath(["0000", "0100"])), 11);
  assert.equal(strokesOf(borderPath(["0000", "0100"])), 10);
});

for (const [place, ...ways] of [
  ["0000", "0000", "0101", "A1"],
  ["0806", "0806", "0907", "I7"],
  ["2501", "2501", "2602", "Z2"],
  ["2601", "2601", "2702", "AA2"],
  ["9999", "9999", "100.100", "CV100"],
  ["x", "x", "x", "x"],
])
  test(`hex ${place} is written in three ways`, () => {
    assert.deepEqual([written(place), written(place, "0101"), written(place, "A1")], ways);
  });

for (let blocks = 1; blocks <= 16; blocks += 1)
  test(`${blocks} blocks in one hex do not hide one another`, () => {
    const pieces = Array.from({ length: blocks }, (_, i) => ({
      key: `p${i}`,
      side: "a",
      at: "0202",
      face: "up",
    }));
    const spots = [...layOut(pieces).values()];
    assert.equal(spots.length, blocks);
    const touching = spots.filter((a, i) =>
      spots.some((b, k) => i < k && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < a.size),
    );
    assert.deepEqual(touching, []);
  });

test("a block that is out is not laid", () => {
  assert.equal(layOut([{ key: "x", side: "a", at: "0101", face: "out" }]).size, 0);
});

for (const [name, ...lines] of [
  ["Chokai", "Chokai"],
  ["Second Cruiser Division", "Second Cruiser", "Division"],
  ["Bartolomeocolleoni", "Bartolomeocoll…"],
])
  test(`${name} takes ${lines.length} line(s) on a block`, () => {
    assert.deepEqual(inTwoLines(name), lines);
  });

for (const kind of ["BB", "CV", "CA", "CL", "DD", "AP", "MS", "TG", "DUMMY", "SS"])
  test(`${kind} has a silhouette of its own`, () => {
    assert.equal(profileOf(kind), kind);
  });

for (const [kind, profile] of [
  ["CVL", "CV"],
  ["DE", "DD"],
  ["AK", "AP"],
  ["CLAA", "CL"],
  ["DMS", "MS"],
  ["xx", ""],
])
  test(`${kind} has the silhouette "${profile}"`, () => {
    assert.equal(profileOf(kind), profile);
  });

test("a type is named however it is written", () => {
  assert.equal(typeName("ss"), "submarine");
});

test("only new strokes are fresh", () => {
  const strokes = [
    { kind: "gunfire", side: "a", path: ["0101", "0201"], label: "x" },
    { kind: "track", side: "a", path: ["0101"], age: 1 },
  ];
  assert.equal([...freshStrokesOf(strokes, [])].length, 1);
  assert.equal([...freshStrokesOf(strokes, strokes)].length, 0);
  assert.equal([...freshStrokesOf([...strokes, ...strokes], strokes)].length, 1);
});

test("the names of two wrecks do not lie on each other, and a new wreck is named before all", () => {
  const named = (/** @type {string[]} */ kinds, /** @type {number} */ left) => {
    const classList = /** @type {DOMTokenList} */ ({ contains: (kind) => kinds.includes(kind) });
    return { rank: rankOf({ classList }), box: { left, right: left + 80, top: 0, bottom: 12 } };
  };
  const [cape, old, other] = [named(["cape"], 0), named(["epitaph"], 40), named(["epitaph"], 100)];
  assert.deepEqual(keptApart([cape, old, other]), new Set([old]));
  const fresh = named(["epitaph", "now"], 100);
  assert.deepEqual(keptApart([cape, old, fresh]), new Set([fresh, cape]));
  const [block, beside] = [named(["block-name"], 0), named(["block-name"], 40)];
  assert.deepEqual(keptApart([cape, block, beside]), new Set([block]));
  const [chip, next] = [named(["chip"], 20), named(["chip"], 60)];
  assert.deepEqual(keptApart([block, chip, next]), new Set([chip]));
});

test("of what is afloat the name is kept, and a place under it gives way", () => {
  const classes = (/** @type {string} */ kind) =>
    /** @type {DOMTokenList} */ ({ contains: (one) => one === kind });
  const box = { left: 0, right: 80, top: 0, bottom: 12 };
  const [sea, ship] = ["sea", "block-name"].map((kind) => ({
    rank: rankOf({ classList: classes(kind) }),
    box,
  }));
  assert.deepEqual(keptApart([sea, ship]), new Set([ship]));
});

test("a ship's name stands below her hull, however she lies", () => {
  const lies = (/** @type {string} */ facing, /** @type {string[]} */ hexes) =>
    hullBelow({ key: "a", side: "a", at: hexes[0], face: "up", facing, hexes });
  assert.ok(lies("E", ["0505", "0405"]) < 20);
  assert.ok(lies("NW", ["0505", "0506"]) > 60);
});

const NAMED = {
  places: [
    { name: "Savo Island", hex: "0502", kind: "island" },
    { name: "Cape Esperance", hex: "0404", kind: "cape" },
    { name: "Tulagi", hex: "0802", kind: "port" },
    { name: "Savo Sound", hex: "0703", kind: "sea" },
  ],
};

test("a hex is named by what lies nearest, water only where one is in it", () => {
  assert.deepEqual([hexesApart("0502", "0404"), hexesApart("0000", "0101")], [2, 2]);
  assert.equal(nearWords(NAMED, "0402"), "off Savo Island");
  assert.equal(nearWords(NAMED, "0802"), "at Tulagi");
  assert.equal(nearWords(NAMED, "0603"), "in Savo Sound");
  assert.equal(nearWords(NAMED, "0405"), "off Cape Esperance");
  assert.equal(nearWords(NAMED, "2020"), "");
  assert.equal(nearWords(null, "0402"), "");
});

test("where a block lies is written as its chart numbers hexes", () => {
  assert.equal(hexAndNear(NAMED, "0402"), "0402, off Savo Island");
  assert.equal(hexAndNear({ ...NAMED, numbering: "A1" }, "0402"), "E3, off Savo Island");
  assert.equal(hexAndNear({ places: [], numbering: "0101" }, "0402"), "0503");
  assert.equal(hexAndNear(null, "0402"), "0402");
  assert.equal(hexAndNear(NAMED, ""), "");
});

test("a sentence is about its first hex, else about where its block lies", () => {
  const block = { key: "b", side: "a", at: "0802", face: "up" };
  assert.equal(whereWords(NAMED, ["b", "0402"], [block]), "off Savo Island");
  assert.equal(whereWords(NAMED, ["ship", "b"], [block]), "at Tulagi");
  assert.equal(whereWords(NAMED, ["b"], [{ ...block, face: "out" }]), "");
});

/** A ship of three hexes that heads west, and a destroyer of one that heads south-east. */
const LONG = { key: "gs", side: "a", at: "0505", face: "up", facing: "W", hexes: ["0505", "0605", "0705"] };
const SHORT = { key: "z", side: "a", at: "0202", face: "up", facing: "SE", hexes: ["0202"] };

test("a ship lies along her hexes, and heads as the engine turns her", () => {
  assert.deepEqual(lieOf(LONG), { x: centreOf("0605").x, y: centreOf("0605").y, angle: 180, long: 280 });
  assert.deepEqual(lieOf(SHORT), { ...centreOf("0202"), angle: 60, long: 80 });
  assert.deepEqual([LONG, SHORT].map(headingWords), ["west", "south-east"]);
});

for (const [facing, stern] of [
  ["E", "0403"],
  ["NE", "0504"],
  ["NW", "0604"],
  ["W", "0603"],
  ["SW", "0602"],
  ["SE", "0502"],
])
  test(`a stern in ${stern} lies astern of a bow in 0503 that heads ${facing}`, () => {
    const bow = centreOf("0503");
    const astern = centreOf(stern);
    const lie = lieOf({ ...SHORT, at: "0503", facing, hexes: ["0503", stern] });
    const turned = (Math.atan2(bow.y - astern.y, bow.x - astern.x) * 180) / Math.PI;
    assert.ok(Math.abs(((turned - lie.angle + 540) % 360) - 180) < 0.1);
  });

test("ships are laid out by their hexes and blocks by their hex, whatever else lies there", () => {
  const block = { key: "b", side: "a", at: "0505", face: "up" };
  const spots = layOut([LONG, block, { ...SHORT, face: "out" }]);
  assert.deepEqual([...spots.keys()].sort(), ["b", "gs"]);
  assert.equal(spots.get("gs")?.x, centreOf("0605").x);
  assert.equal(spots.get("b")?.alone, true);
  assert.equal(isShip(block), false);
  assert.equal(blockName(LONG), "");
});

test("sides have sterns of their own, and hulls a bow at their end", () => {
  const hulls = [0, 1, 2, 3].map((notch) => hullPath(80, notch));
  assert.equal(new Set(hulls).size, 4);
  assert.ok(hulls.every((path) => path.startsWith("M40 0")));
});

test("hexes within a range lie on the map, as many as rings about a hex have", () => {
  const map = { cols: 30, rows: 30 };
  assert.deepEqual(hexesWithin(map, "0505", 0), ["0505"]);
  for (const place of ["0505", "0506"])
    assert.deepEqual(
      hexesWithin(map, place, 1),
      place === "0505"
        ? ["0504", "0604", "0405", "0505", "0605", "0506", "0606"]
        : ["0405", "0505", "0406", "0506", "0606", "0407", "0507"],
    );
  assert.equal(hexesWithin(map, "1515", 4).length, 61);
  assert.deepEqual(hexesWithin(map, "0000", 1), ["0000", "0100", "0001"]);
});

test("a hex's number stays between the two hexsides that meet above it", () => {
  for (const pixels of [42, 60, 100, 180]) {
    const drawn = { a: pixels / 100, d: pixels / 100, e: 0, f: 0 };
    const { left, right, top, bottom } = numberBox({ x: 0, y: 0 }, 4, drawn);
    const room = (top / Math.sqrt(3)) * 3; // as wide as the hex is, so far below its upper corner
    assert.ok(right - left <= room * 2, `${pixels}: ${right - left} of ${room * 2}`);
    assert.ok(bottom > top && bottom <= (2 * 57.735 * pixels) / 100);
  }
});

test("a range is told in hexes and in yards where a hex is so many wide", () => {
  assert.equal(rangeText({ label: "Torpedoes", hexes: 6 }, 2000), "Torpedoes: 6 hexes, 12,000 yd");
  assert.equal(rangeText({ label: "Guns", hexes: 1 }), "Guns: 1 hex");
});

const SEEN = { left: 0, right: 400, top: 0, bottom: 600 };

test("words of ranges whose borders are out of sight stand at the rim, one under the other", () => {
  const ring = { at: { x: 200, y: 300 }, words: "Torpedoes: 6 hexes" };
  const places = labelPlaces(
    [700, 600, 250].map((reach) => ({ ...ring, reach })),
    [],
    SEEN,
  );
  assert.deepEqual(places, [
    { x: 200, y: 16 },
    { x: 200, y: 31 },
    { x: 200, y: 50 },
  ]);
});

test("words of ranges stand on no ship as long as there is room beside, and wholly in sight", () => {
  const [at, words] = [{ x: 200, y: 300 }, "Primary guns, 8 × 6″: 7 hexes, 14,000 yd"];
  const enemy = { left: 150, right: 250, top: 40, bottom: 110 };
  const [place] = labelPlaces([{ at, reach: 240, words }], [enemy], SEEN);
  assert.ok(place.y < enemy.top || place.y - 11 > enemy.bottom, `${place.y}`);
  const [aside] = labelPlaces([{ at: { x: 10, y: 300 }, reach: 240, words }], [], SEEN);
  assert.deepEqual(aside, { x: (words.length * 6.8) / 2, y: 60 });
});
