/** Where hexes lie on the drawing: pointy-top, odd rows half a hex to the east, a hex 100 units wide. */

export const WIDTH = 100;
export const ROW = 86.6025;
export const RADIUS = 57.735;

/** @typedef {import("../geometry.js").Point} Point */

/** Whether a name is a hex's, and not a piece's or an edge's. @param {string} name */
export const isHex = (name) => /^\d{2,9}\.?\d{2,9}$/.test(name) && name.length >= 4;

/** @param {string} label @returns {{col: number, row: number}} */
export function parse(label) {
  const [col, row] = label.includes(".") ? label.split(".") : [label.slice(0, 2), label.slice(2)];
  return { col: Number(col), row: Number(row) };
}

/** @param {number} col @param {number} row @returns {string} */
export function label(col, row) {
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return pad(col) + (Math.max(col, row) > 99 ? "." : "") + pad(row);
}

/** @param {number} col @param {number} row @returns {Point} */
export function centre(col, row) {
  return { x: WIDTH * (col + 0.5 * (row & 1)), y: ROW * row };
}

/** @param {string} place @returns {Point} */
export function centreOf(place) {
  const { col, row } = parse(place);
  return centre(col, row);
}

/**
 * The hex of a map at a point of the drawing; "" outside it.
 * @param {{cols: number, rows: number}} map @param {Point} at
 */
export function hexAt(map, at) {
  const row = Math.round(at.y / ROW);
  let [best, least] = ["", RADIUS];
  for (const near of [row - 1, row, row + 1]) {
    const col = Math.round(at.x / WIDTH - 0.5 * (near & 1));
    const middle = centre(col, near);
    const far = Math.hypot(at.x - middle.x, at.y - middle.y);
    const isOnMap = col >= 0 && near >= 0 && col < map.cols && near < map.rows;
    if (isOnMap && far < least) [best, least] = [label(col, near), far];
  }
  return best;
}

/** How far outside the last hex an edge is named, in hexes. */
const BEYOND = 0.82;
/** @type {Record<string, [number, number]>} */
const OUTWARDS = { west: [-1, 0], east: [1, 0], north: [0, -1], south: [0, 1] };

/**
 * Where an edge of the map is tapped: just beyond the hex from which it is left, or in the middle of it.
 * @param {{cols: number, rows: number}} map @param {string} edge @param {string} beside  a hex, or ""
 * @returns {Point | null}
 */
export function edgeSpot(map, edge, beside) {
  const outwards = OUTWARDS[edge];
  if (!outwards) return null;
  const [col, row] = [(map.cols - 1) / 2, (map.rows - 1) / 2];
  const middle = { x: WIDTH * (col + col * outwards[0]), y: ROW * (row + row * outwards[1]) };
  const from = /^\d/.test(beside) ? centreOf(beside) : middle;
  return { x: from.x + outwards[0] * BEYOND * WIDTH, y: from.y + outwards[1] * BEYOND * WIDTH };
}

/** The six corners, from the top clockwise; edge i runs from corner i to the next one. */
const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => {
  const angle = (Math.PI / 180) * (60 * i - 90);
  return { x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) };
});

/** @param {Point} at @returns {Point[]} */
export function corners(at) {
  return CORNERS.map((c) => ({ x: at.x + c.x, y: at.y + c.y }));
}

/** @param {number} n */
const tidy = (n) => Math.round(n * 10) / 10;

/** The outline of these hexes as one path, each closed. @param {Iterable<string>} places @returns {string} */
export function hexesPath(places) {
  let path = "";
  for (const place of places) {
    path +=
      "M" +
      corners(centreOf(place))
        .map((c) => `${tidy(c.x)} ${tidy(c.y)}`)
        .join("L") +
      "Z";
  }
  return path;
}

/** @param {Point} a @param {Point} b */
const edgeKey = (a, b) =>
  [a, b]
    .map((c) => `${Math.round(c.x)},${Math.round(c.y)}`)
    .sort()
    .join(" ");

/** @param {Iterable<string>} places @returns {Map<string, {from: Point, to: Point, uses: number}>} */
function edges(places) {
  const byKey = new Map();
  for (const place of places) {
    const ring = corners(centreOf(place));
    ring.forEach((from, i) => {
      const to = ring[(i + 1) % 6];
      const key = edgeKey(from, to);
      const known = byKey.get(key);
      if (known) known.uses += 1;
      else byKey.set(key, { from, to, uses: 1 });
    });
  }
  return byKey;
}

/** Every hexside once, as one path. @param {Iterable<string>} places @returns {string} */
export function gridPath(places) {
  return linesPath([...edges(places).values()]);
}

/**
 * The hexsides around an area, without those inside it.
 * @param {Iterable<string>} places @returns {string}
 */
export function borderPath(places) {
  return linesPath([...edges(places).values()].filter((edge) => edge.uses === 1));
}

/** @param {{from: Point, to: Point}[]} lines */
function linesPath(lines) {
  return lines.map(({ from, to }) => `M${tidy(from.x)} ${tidy(from.y)}L${tidy(to.x)} ${tidy(to.y)}`).join("");
}

/**
 * All labels of a map, row by row.
 * @param {{cols: number, rows: number}} map @returns {string[]}
 */
export function allHexes(map) {
  const hexes = [];
  for (let row = 0; row < map.rows; row++)
    for (let col = 0; col < map.cols; col++) hexes.push(label(col, row));
  return hexes;
}

/**
 * The hexes of a map that lie within so many of a hex, itself among them.
 * @param {{cols: number, rows: number}} map @param {string} place @param {number} most @returns {string[]}
 */
export function hexesWithin(map, place, most) {
  const middle = parse(place);
  const hexes = [];
  for (let row = Math.max(0, middle.row - most); row <= Math.min(map.rows - 1, middle.row + most); row++) {
    const down = Math.abs(row - middle.row);
    const first = Math.ceil(middle.col + 0.5 * ((middle.row & 1) - (row & 1)) - most + down / 2);
    const last = first + 2 * most - down;
    for (let col = Math.max(0, first); col <= Math.min(map.cols - 1, last); col++)
      hexes.push(label(col, row));
  }
  return hexes;
}

/** @typedef {import("../geometry.js").Box} Box */

/** The box around a map's hexes with so much margin. @param {{cols: number, rows: number}} map
 * @param {number} margin @returns {Box} */
export function bounds(map, margin) {
  const wide = map.rows > 1 ? map.cols + 0.5 : map.cols;
  return {
    x: -WIDTH / 2 - margin,
    y: -RADIUS - margin,
    w: WIDTH * wide + 2 * margin,
    h: ROW * (map.rows - 1) + 2 * RADIUS + 2 * margin,
  };
}
