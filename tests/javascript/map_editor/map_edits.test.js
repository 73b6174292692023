/** Maps as values: ground, hexsides, size, half hexes, names; and a hex in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  areaName,
  halfHexRule,
  resized,
  withGround,
  withHalfHexRule,
  withRealPlace,
  withSides,
} from "../../../scenarios_app/maps/static/maps/map_editor/model/map_edits.js";
import { hexInWords } from "../../../scenarios_app/maps/static/maps/map_editor/model/hex_text.js";

/** @typedef {import("../../../scenarios_app/maps/static/maps/map_editor/types.js").MapSpec} MapSpec */

/** @type {MapSpec} */
const map = { key: "m", title: "M", cols: 6, rows: 6 };
const NOWHERE = { north: 0, south: 0, west: 0, east: 0 };

test("ground is one of three, and lists stay in order", () => {
  const land = withGround(map, ["0201", "0100", "0000"], "land");
  const made = withGround(withGround(land, ["0100"], "shallows"), ["0000"], "sea");
  assert.deepEqual([made.land, made.shallows], [["0201"], ["0100"]]);
  assert.deepEqual(withGround({ ...map, land: ["0505"] }, ["0000"], "land").land, ["0000", "0505"]);
});

test("ground that is there already leaves the map as it is", () => {
  const one = { ...map, land: ["0505"] };
  assert.equal(withGround(one, ["0505"], "land"), one);
});

test("both names of a hexside are one", () => {
  assert.deepEqual(withSides({ ...map, edges: ["0202/e"] }, ["0302/w"], true).edges, ["0202/e"]);
  assert.deepEqual(withSides({ ...map, edges: ["0202/e", "0101/e"] }, ["0302/w"], false).edges, ["0101/e"]);
});

/** @type {MapSpec} */
const full = {
  ...map,
  land: ["0000", "0303"],
  areas: { a: ["0303", "0505"] },
  places: [{ name: "P", hex: "0303" }],
  edges: ["0303/e", "0000/w"],
  coast: "x",
  coast_col: 4,
  coast_row: 6,
};

test("a map keeps its content when it grows", () => {
  const grown = resized(full, { north: 2, south: 1, west: 1, east: 3 });
  assert.deepEqual([grown.cols, grown.rows, grown.coast_col, grown.coast_row], [10, 9, 3, 4]);
  assert.deepEqual(grown.land, ["0102", "0405"]);
  assert.deepEqual(grown.areas, { a: ["0405", "0607"] });
  assert.deepEqual(grown.edges, ["0405/e", "0102/w"]);
  assert.deepEqual(grown.places, [{ name: "P", hex: "0405" }]);
});

test("a map that grows and shrinks again is as it was", () => {
  const there = resized(full, { north: 2, south: 1, west: 1, east: 3 });
  const back = resized(there, { north: -2, south: -1, west: -1, east: -3 });
  const { cols, rows, land, edges, coast_row } = back;
  assert.deepEqual(
    { cols, rows, land, edges, coast_row },
    { cols: 6, rows: 6, land: ["0000", "0303"], edges: ["0303/e", "0000/w"], coast_row: 6 },
  );
});

test("a map that shrinks loses what lay there", () => {
  const shrunk = resized(full, { ...NOWHERE, north: -2 });
  assert.deepEqual([shrunk.land, shrunk.areas?.a, shrunk.rows], [["0301"], ["0301", "0503"], 4]);
});

test("one row more in the north would shift the others", () => {
  assert.throws(() => resized(map, { ...NOWHERE, north: 1 }), RangeError);
});

test("half hexes go out of play and come back", () => {
  const east = ["0501", "0503", "0505"];
  assert.deepEqual(withHalfHexRule(map, "east").excluded, east);
  const both = withHalfHexRule(map, "both");
  assert.deepEqual([...(both.excluded ?? [])].sort(), [...east, "0000", "0002", "0004"].sort());
  for (const rule of /** @type {const} */ (["in", "east", "both"]))
    assert.equal(halfHexRule(withHalfHexRule(map, rule)), rule);
  assert.deepEqual(withHalfHexRule(both, "in").excluded, []);
});

test("names of areas are made such as files take", () => {
  assert.deepEqual([" Savo Sound ", "Öst/West", "---", "a.b_c>d"].map(areaName), [
    "Savo-Sound",
    "st/West",
    "",
    "a.b_c>d",
  ]);
});

test("a hex is told in words", () => {
  const marks = {
    land: ["0101"],
    ports: ["0101"],
    areas: { Sound: ["0101"] },
    places: [{ name: "Tulagi", hex: "0101" }],
  };
  assert.equal(hexInWords({ ...map, ...marks }, "0101"), "0101, land, port, in area Sound, Tulagi");
});

test("a real place keeps the areas that lie on it, and says which do not", () => {
  const own = { ...map, title: "Mine", areas: { on: ["0000", "0505"], off: ["0505"], bare: [] } };
  const place = { key: "p", title: "P", cols: 3, rows: 3, areas: { bay: ["0101"] } };
  const { map: taken, gone } = withRealPlace(own, place);
  assert.deepEqual([taken.key, taken.title, taken.cols, gone], ["m", "Mine", 3, ["off"]]);
  assert.deepEqual(taken.areas, { bay: ["0101"], on: ["0000"], bare: [] });
});
