/** Hexes by maths: which lies under a point, lines, brushes, rectangles, fills, sides. Pure. */

import { SIDES } from "../../../darkseas/chart/hexes/coast_marks.js";
import { centre, corners, label, parse, ROW, WIDTH } from "../../../darkseas/chart/hexes/geometry.js";

/** @typedef {import("../types.js").Hex} Hex */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {{cols: number, rows: number}} Size */

/** The change of column and row towards each side, for even and odd rows. */
const STEPS = [
  [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
  ],
  [
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 0],
    [0, -1],
  ],
];

/** @param {Hex} at @param {number} side @returns {Hex} */
export function neighbour(at, side) {
  const [right, down] = STEPS[at.row & 1][side];
  return { col: at.col + right, row: at.row + down };
}

/** @param {Size} size @param {Hex} at */
export function isOn(size, at) {
  return at.col >= 0 && at.row >= 0 && at.col < size.cols && at.row < size.rows;
}

/**
 * The hex under a point of the drawing, on the map or not: the one whose middle is nearest.
 * @param {Point} point @returns {Hex}
 */
export function hexAt(point) {
  const near = Math.round(point.y / ROW);
  let best = { col: 0, row: 0 };
  let least = Infinity;
  for (let row = near - 1; row <= near + 1; row++) {
    const col = Math.round(point.x / WIDTH - 0.5 * (row & 1));
    const at = centre(col, row);
    const far = (at.x - point.x) ** 2 + (at.y - point.y) ** 2;
    if (far < least) [least, best] = [far, { col, row }];
  }
  return best;
}

/** The side of a hex that a point is nearest to. @param {Hex} at @param {Point} point */
export function sideAt(at, point) {
  const middle = centre(at.col, at.row);
  const turn = Math.atan2(point.y - middle.y, point.x - middle.x) / (Math.PI / 3);
  return (Math.round(turn) + 1 + 6) % 6;
}

/**
 * How far a point is from the middle of a hex, towards its nearest side: 1 on the side itself.
 * @param {Hex} at @param {Point} point
 */
export function nearnessToSide(at, point) {
  const middle = centre(at.col, at.row);
  const angle = (Math.PI / 3) * (sideAt(at, point) - 1);
  return ((point.x - middle.x) * Math.cos(angle) + (point.y - middle.y) * Math.sin(angle)) / (WIDTH / 2);
}

/** From one hex to another, those in between included. @param {Hex} from @param {Hex} to @returns {Hex[]} */
export function lineOf(from, to) {
  const [a, b] = [centre(from.col, from.row), centre(to.col, to.row)];
  const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / (ROW / 2));
  const found = [from];
  for (let i = 1; i <= steps; i++) {
    const at = hexAt({ x: a.x + ((b.x - a.x) * i) / steps, y: a.y + ((b.y - a.y) * i) / steps });
    const last = found[found.length - 1];
    if (at.col !== last.col || at.row !== last.row) found.push(at);
  }
  return found;
}

/** Returns all hexes within a radius. @param {Hex} at @param {number} radius @returns {Hex[]} */
export function around(at, radius) {
  const found = [];
  for (let down = -radius; down <= radius; down++) {
    const row = at.row + down;
    const first = at.col - radius + Math.floor((Math.abs(down) + (at.row & 1)) / 2);
    for (let i = 0; i <= 2 * radius - Math.abs(down); i++) found.push({ col: first + i, row });
  }
  return found;
}

/**
 * The labels of those hexes that lie on the map.
 * @param {Size} size @param {Hex[]} hexes @returns {string[]}
 */
export function labelsOn(size, hexes) {
  return hexes.filter((at) => isOn(size, at)).map((at) => label(at.col, at.row));
}

/** Columns and rows between two corners. @param {Hex} from @param {Hex} to @returns {Hex[]} */
export function rectangle(from, to) {
  const found = [];
  const [left, right] = [Math.min(from.col, to.col), Math.max(from.col, to.col)];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++) {
    for (let col = left; col <= right; col++) found.push({ col, row });
  }
  return found;
}

/** The hexes that hang together with one and are like it. @param {Size} size @param {Hex} from
 * @param {(place: string) => unknown} kindOf @returns {string[]} */
export function flood(size, from, kindOf) {
  if (!isOn(size, from)) return [];
  const first = label(from.col, from.row);
  const wanted = kindOf(first);
  const found = new Set([first]);
  const queue = [from];
  for (let at = queue.pop(); at; at = queue.pop()) {
    for (let side = 0; side < 6; side++) {
      const next = neighbour(at, side);
      if (!isOn(size, next)) continue;
      const place = label(next.col, next.row);
      if (found.has(place) || kindOf(place) !== wanted) continue;
      found.add(place);
      queue.push(next);
    }
  }
  return [...found];
}

/** How a hexside is written: of its two names the one with e, se or sw, where that hex is on the map.
 * @param {Size} size @param {Hex} at @param {number} side */
export function sideName(size, at, side) {
  const other = neighbour(at, side);
  const isTwin = (side === 0 || side > 3) && isOn(size, other);
  return isTwin
    ? `${label(other.col, other.row)}/${SIDES[(side + 3) % 6]}`
    : `${label(at.col, at.row)}/${SIDES[side]}`;
}

/** The other name of a hexside. @param {string} name */
export function twinOf(name) {
  const [place, word] = name.split("/");
  const side = SIDES.indexOf(word);
  const other = neighbour(parse(place), side);
  return other.col < 0 || other.row < 0 ? name : `${label(other.col, other.row)}/${SIDES[(side + 3) % 6]}`;
}

const tidy = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * The outline around those of some hexes that are `shown`.
 * @param {Iterable<string>} shown @param {{has: (place: string) => boolean}} all
 */
export function outlinePath(shown, all) {
  let path = "";
  for (const place of shown) {
    const at = parse(place);
    const ring = corners(centre(at.col, at.row));
    for (let side = 0; side < 6; side++) {
      const next = neighbour(at, side);
      if (next.col >= 0 && next.row >= 0 && all.has(label(next.col, next.row))) continue;
      const [from, to] = [ring[side], ring[(side + 1) % 6]];
      path += `M${tidy(from.x)} ${tidy(from.y)}L${tidy(to.x)} ${tidy(to.y)}`;
    }
  }
  return path;
}

/**
 * The hexsides of columns and rows as few long lines.
 * @param {{left: number, top: number, right: number, bottom: number}} part  last ones not included
 */
export function gridPath({ left, top, right, bottom }) {
  let path = "";
  for (let row = top; row < bottom; row++) {
    const first = corners(centre(left, row));
    path += `M${tidy(first[5].x)} ${tidy(first[5].y)}`;
    for (let col = left; col < right; col++) {
      const ring = corners(centre(col, row));
      path += `L${tidy(ring[0].x)} ${tidy(ring[0].y)}L${tidy(ring[1].x)} ${tidy(ring[1].y)}`;
    }
    for (let col = left; col <= right; col++) {
      const ring = corners(centre(col, row));
      path += `M${tidy(ring[5].x)} ${tidy(ring[5].y)}L${tidy(ring[4].x)} ${tidy(ring[4].y)}`;
    }
  }
  for (let row = top; row < bottom; row++) path += lowerEnds(row, left, right, row === bottom - 1);
  return path;
}

/** The lower sides of a row that no row below draws: those of its ends, or all of them. @param {number} row
 * @param {number} left @param {number} right @param {boolean} isLast */
function lowerEnds(row, left, right, isLast) {
  const cols = isLast ? Array.from({ length: right - left }, (_, i) => left + i) : [left, right - 1];
  return cols
    .map((col) => {
      const ring = corners(centre(col, row));
      return `M${[ring[4], ring[3], ring[2]].map((c) => `${tidy(c.x)} ${tidy(c.y)}`).join("L")}`;
    })
    .join("");
}
