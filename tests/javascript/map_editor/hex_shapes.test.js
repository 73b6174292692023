/** Hexes by maths, held to what the engine says of them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  around,
  flood,
  hexAt,
  labelsOn,
  lineOf,
  neighbour,
  sideAt,
  sideName,
  twinOf,
} from "../../../scenarios_app/maps/static/maps/map_editor/model/hex_shapes.js";
import { label } from "../../../darkseas/static/darkseas/chart/hexes/geometry.js";

/**
 * @type {{hexsides: string[],
 *   hexes: {hex: string, at: [number, number], neighbours: string[], within: string[][]}[]}}
 */
const ENGINE = JSON.parse(readFileSync(new URL("./hexes_of_the_engine.json", import.meta.url), "utf8"));

for (const sample of ENGINE.hexes) {
  const at = { col: sample.at[0], row: sample.at[1] };

  test(`the neighbours of ${sample.hex} are those of the engine`, () => {
    const found = [0, 1, 2, 3, 4, 5].map((side) => neighbour(at, side)).map((one) => label(one.col, one.row));
    assert.deepEqual(found, sample.neighbours);
  });

  for (const [radius, within] of sample.within.entries())
    test(`a brush of radius ${radius} at ${sample.hex} paints what the engine has within it`, () => {
      const brush = [...labelsOn({ cols: 20, rows: 20 }, around(at, radius))];
      assert.deepEqual(brush.sort(), within);
      assert.equal(brush.length, [1, 7, 19][radius]);
    });
}

test("the hex under a point is the one whose middle is nearest", () => {
  assert.deepEqual(hexAt({ x: 550, y: 86.6 }), { col: 5, row: 1 });
});

for (const [x, y, name] of /** @type {[number, number, string][]} */ ([
  [540, 346, "0504/e"],
  [525, 390, "0504/se"],
  [475, 390, "0504/sw"],
  [460, 346, "0404/e"],
  [475, 300, "0403/se"],
  [525, 300, "0503/sw"],
]))
  test(`the hexside under ${x}, ${y} is ${name}`, () => {
    const at = hexAt({ x, y });
    assert.equal(sideName({ cols: 9, rows: 9 }, at, sideAt(at, { x, y })), name);
  });

for (const side of ENGINE.hexsides)
  test(`the other name of the other name of a hexside ${side} is its own`, () => {
    assert.equal(twinOf(twinOf(`0404/${side}`)), `0404/${side}`);
    assert.notEqual(twinOf(`0404/${side}`), `0404/${side}`);
  });

test("a line leaves no gap", () => {
  const line = lineOf({ col: 0, row: 0 }, { col: 9, row: 7 });
  assert.deepEqual(
    [line[0], line.at(-1)],
    [
      { col: 0, row: 0 },
      { col: 9, row: 7 },
    ],
  );
  line.slice(1).forEach((next, i) => {
    const near = [0, 1, 2, 3, 4, 5].map((side) => neighbour(line[i], side));
    assert.ok(near.some((one) => one.col === next.col && one.row === next.row));
  });
});

test("a fill stops where the ground changes", () => {
  const wall = new Set(["0300", "0301", "0302", "0303", "0304", "0305"]);
  const filled = flood({ cols: 6, rows: 6 }, { col: 0, row: 0 }, (place) => wall.has(place));
  const west = [0, 1, 2].flatMap((col) => [0, 1, 2, 3, 4, 5].map((row) => label(col, row)));
  assert.deepEqual([...filled].sort(), west.sort());
});
