/** The small map stands where it hides least, and the ships of the sentence least of all. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { calmCorner } from "../../../darkseas/static/darkseas/chart/interactive/free_corner.js";

const SEEN = { x: 0, y: 0, w: 1000, h: 600 };
const SIZE = { w: 170, h: 110 };

/** @param {number} x @param {number} y @param {boolean} [isNow] */
const dot = (x, y, isNow = false) => ({ x, y, w: 20, h: 20, isNow });

/** @param {ReturnType<typeof dot>[]} dots */
const corner = (...dots) => calmCorner(SEEN, 1, SIZE, dots);

test("without anything under it the small map stands in its usual corner", () => {
  assert.equal(corner(), "");
  assert.equal(corner(dot(500, 300, true)), "");
});

test("it leaves its corner for the ships there, and goes where least is hidden", () => {
  assert.equal(corner(dot(900, 550)), "at-left");
  assert.equal(corner(dot(900, 550), dot(100, 500)), "at-top-left");
  assert.equal(corner(dot(900, 550), dot(100, 500), dot(100, 40)), "");
  assert.equal(corner(dot(900, 550, true), dot(100, 500), dot(100, 40), dot(120, 40)), "at-left");
});
