/** Blocks and ships on a hex chart: one for each piece afloat, laid out so that no block hides another. */

import { s } from "../../kit/dom.js";
import { centreOf } from "./geometry.js";
import { drawHull, headingWords, isShip, lieOf } from "./ships.js";
import { markWord } from "../pieces/mark_words.js";
import { silhouette, typeName } from "../pieces/silhouettes.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{x: number, y: number, size: number, alone: boolean}} Spot */

/** Width of a block's drawing. The shape of its notch identifies the side, in addition to the colour. */
const BOX = 48;
const SHAPES = [
  "M-20-24H20Q24-24 24-20V20Q24 24 20 24H-20Q-24 24-24 20V-20Q-24-24-20-24Z",
  "M-12-24H12L24-12V20Q24 24 20 24H-20Q-24 24-24 20V-12Z",
  "M-20-24H-9L0-15 9-24H20Q24-24 24-20V20Q24 24 20 24H-20Q-24 24-24 20V-20Q-24-24-20-24Z",
  "M-20-24H20Q24-24 24-20V12L12 24H-12L-24 12V-20Q-24-24-20-24Z",
];

/**
 * Where each block lies: alone in the middle, several in rows that grow smaller; a ship along her hexes.
 * @param {Piece[]} pieces @returns {Map<string, Spot>}
 */
export function layOut(pieces) {
  /** @type {Map<string, Piece[]>} */
  const piles = new Map();
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const piece of pieces) {
    if (piece.face === "out" || !piece.at) continue;
    if (isShip(piece)) {
      const { x, y } = lieOf(piece);
      spots.set(piece.key, { x, y, size: BOX, alone: true });
    } else piles.set(piece.at, [...(piles.get(piece.at) ?? []), piece]);
  }
  for (const [at, pile] of piles) {
    pile.sort((a, b) => (a.side + a.key < b.side + b.key ? -1 : 1));
    pile.forEach((piece, i) => spots.set(piece.key, spotIn(centreOf(at), i, pile.length)));
  }
  return spots;
}

/** @param {{x: number, y: number}} middle @param {number} i @param {number} count @returns {Spot} */
function spotIn(middle, i, count) {
  if (count === 1) return { x: middle.x, y: middle.y - 2, size: 50, alone: true };
  const across = count === 2 ? 2 : count <= 4 ? 2 : count <= 9 ? 3 : Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / across);
  const size = Math.min(count === 2 ? 42 : 36, 82 / Math.max(across, down) - 3);
  const pitch = size + 4;
  const row = Math.floor(i / across);
  const inRow = row === down - 1 ? count - row * across : across;
  return {
    x: middle.x + ((i % across) - (inRow - 1) / 2) * pitch,
    y: middle.y + (row - (down - 1) / 2) * pitch,
    size,
    alone: false,
  };
}

/**
 * One block. `place` moves it; `style` is set from here so that the page's own policy holds.
 * @param {Piece} piece @param {Side | undefined} side @param {string} [where]  its hex, in words
 * @returns {SVGElement}
 */
export function drawBlock(piece, side, where = piece.at) {
  const marks = piece.marks ?? [];
  const inner = isShip(piece) ? s("g", {}, drawHull(piece, side?.notch ?? 0)) : woodenBlock(piece, side);
  for (const mark of marks) if (MARKS[mark]) inner.append(MARKS[mark]());
  return s(
    "g",
    {
      class: `block navy-${side?.navy ?? "none"} ${piece.face}${marks.includes("submerged") ? " below" : ""}`,
      "data-key": piece.key,
      tabindex: -1,
      role: "button",
      "aria-label": blockText(piece, side, where),
    },
    s("circle", { class: "halo", r: 33 }),
    inner,
  );
}

/** The wood, its sticker or number; it leans as its ships evade or are damaged.
 * @param {Piece} piece @param {Side | undefined} side */
function woodenBlock(piece, side) {
  const marks = piece.marks ?? [];
  const lean = (marks.includes("evading") ? 16 : 0) + (marks.includes("damaged") ? -9 : 0);
  const shape = SHAPES[(side?.notch ?? 0) % SHAPES.length];
  const inner = s(
    "g",
    { class: "lean", transform: lean ? `rotate(${lean})` : null },
    s("path", { class: "wood-shade", d: shape, transform: "translate(1.500 2)" }),
    s("path", { class: "wood", d: shape }),
    s("path", { class: "grain", d: "M-19-13Q-6-17 19-13M-21-5Q2-10 21-4M-21 5Q-4 0 21 6M-20 14Q4 9 20 15" }),
  );
  if (piece.face === "up") inner.append(sticker(piece));
  else inner.append(s("text", { class: "block-number", y: 8 }, numberOf(piece.key)));
  return inner;
}

/**
 * What tells a block from others like it: its name in logs and forms, such as "allies-9"; nothing for one
 * whose ships are known, or for a ship. Pure.
 * @param {Piece} piece
 */
export function blockName(piece) {
  return piece.crew?.length || isShip(piece) ? "" : piece.key;
}

/** The number in the name of a block. @param {string} key */
const numberOf = (key) => /\d+$/.exec(key)?.[0] ?? "";

/** @param {Piece} piece */
function sticker(piece) {
  const group = s("g", { class: "sticker" }, s("rect", { x: -20, y: -13, width: 40, height: 33, rx: 2 }));
  const ship = silhouette(piece.kind ?? "", 38);
  if (ship) group.append(s("g", { transform: "translate(0 2) scale(1 1.200)" }, ship));
  const title = piece.title ?? "";
  if (title && piece.face === "up")
    group.append(
      s("text", { class: "sticker-name", y: 18, "font-size": Math.min(7, 66 / title.length) }, title),
    );
  const pips = piece.pips ?? 0;
  if (pips > 6) group.append(s("text", { class: "count", y: -15 }, `×${pips}`));
  else
    for (let i = 0; i < pips; i++)
      group.append(s("circle", { class: "pip", cx: (i - (pips - 1) / 2) * 5, cy: -17.5, r: 1.7 }));
  return group;
}

/** What lies on a block. @type {Record<string, () => SVGElement>} */
const MARKS = {
  damaged: () => s("path", { class: "mark damaged", d: "M24 24 8 24 12 17 9 13 16 12 15 5 20 9 24 5Z" }),
  fired: () =>
    s("path", {
      class: "mark fired",
      d: "M22-30 24.500-24 31-26 27-20.500 32-16 25.500-15 25-8 21-14 15-10.500 17.500-17 12-20 18.500-22Z",
    }),
  targeted: () =>
    s("path", {
      class: "mark targeted",
      d: "M-21-28a7 7 0 1 0 .1 0M-21-31V-24M-21-18V-11M-31-21H-24M-18-21H-11",
    }),
  "moved-2": () => s("path", { class: "mark moved", d: "M-27 15 -22 20 -27 25M-21 15-16 20-21 25" }),
  "moved-3": () =>
    s("path", { class: "mark moved", d: "M-29 15-24 20-29 25M-23 15-18 20-23 25M-17 15-12 20-17 25" }),
  spotted: () =>
    s("path", { class: "mark spotted", d: "M-9-27Q0-36 9-27 0-18-9-27ZM0-29.500a2.500 2.500 0 1 0 .1 0" }),
  burning: () =>
    s("path", {
      class: "mark burning",
      d: "M-8-4Q-16-12-9-21-8-15-4-15-8-24 1-31-1-23 5-19 6-23 5-25 12-17 9-9 7-3 1-2 4-6 1-10-1-6-3-2Z",
    }),
  flooding: () =>
    s("path", { class: "mark flooding", d: "M-14 22q5-6 10 0t10 0 10 0M-14 29q5-6 10 0t10 0 10 0" }),
  contact: () => s("path", { class: "mark contact", d: "M-5-28Q0-34 5-28M-8-31Q0-40 8-31" }),
  smoke: () => s("path", { class: "mark smoke", d: "M14 20q5-8 12-3 8-2 6 5 3 6-6 5H14q-6-1 0-7Z" }),
};

/**
 * A block's text for screen readers.
 * @param {Piece} piece @param {Side | undefined} side @param {string} where
 */
function blockText(piece, side, where) {
  const name = blockName(piece);
  const what = `${piece.title || typeName(piece.kind ?? "") || "block"}${name ? ` (${name})` : ""}`;
  const ships = piece.pips && !isShip(piece) ? `, ${piece.pips} ${piece.pips === 1 ? "ship" : "ships"}` : "";
  const face = piece.face === "down" ? ", face down" : "";
  const heading = isShip(piece) ? `${where}, heading ${headingWords(piece)}` : where;
  const marks = (piece.marks ?? []).map(markWord).join(", ");
  return `${side?.name ?? piece.side}: ${what}${ships}${face}, at ${heading}${marks ? `; ${marks}` : ""}`;
}

/** Lays a block on its spot. @param {SVGElement} block @param {Spot} spot */
export function place(block, spot) {
  block.style.transform = `translate(${spot.x}px, ${spot.y}px) scale(${spot.size / BOX})`;
}

/** Longest line of a name under a block. */
const LONGEST = 15;

/**
 * A name in one or two lines, cut where it would reach into the next hex.
 * @param {string} name @returns {string[]}
 */
export function inTwoLines(name) {
  const cut = (/** @type {string} */ line) =>
    line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
  const space = name.lastIndexOf(" ", LONGEST);
  if (name.length <= LONGEST || space < 0) return [cut(name)];
  return [name.slice(0, space), cut(name.slice(space + 1))];
}
