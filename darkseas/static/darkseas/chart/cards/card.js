/** Ship cards: a sheet of paper on wood in the navy's colour, a silhouette at sea, the figures as plates. */

import { markWord } from "../pieces/mark_words.js";
import { s } from "../../kit/dom.js";
import { silhouette, typeName } from "../pieces/silhouettes.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Side} Side */

/** How wide the drawing of a card is by itself; it lies about its middle. */
export const CARD = 168;
/** A side's shape, from its notch: plain, upper corners cut, a notch above, lower corners cut. */
const SHAPES = [
  "M-80-48H80Q84-48 84-44V44Q84 48 80 48H-80Q-84 48-84 44V-44Q-84-48-80-48Z",
  "M-68-48H68L84-32V44Q84 48 80 48H-80Q-84 48-84 44V-32Z",
  "M-80-48H-14L0-36 14-48H80Q84-48 84-44V44Q84 48 80 48H-80Q-84 48-84 44V-44Q-84-48-80-48Z",
  "M-80-48H80Q84-48 84-44V32L68 48H-68L-84 32V-44Q-84-48-80-48Z",
];
const PAPERS = [
  "M-79-35H79V43H-79Z",
  "M-79-35H79V43H-79Z",
  "M-79-35H79V43H-79Z",
  "M-79-35H79V30L66 43H-66L-79 30Z",
];
/** Where the ship lies: her middle, the waterline, her length. */
const SHIP = { x: -30, y: 30, long: 90 };
/** Where the plates are: their middles, and how large one is. */
const PLATES = { x: 48, y: [1, 28], wide: 56, high: 23 };
const PLATE_LETTER = 16;
/** A name's most letters, their size, the room for them. */
const [LONGEST_NAME, NAME_SIZE, NAME_WIDE] = [21, 21, 148];
/** So many letters have room at the size that a small card writes its name in. */
const SHORT_NAME = 7;
/** How wide a bold letter is for its size, in wide fonts. */
const LETTER = 0.67;

/** @param {Piece} piece */
const isLost = (piece) => (piece.marks ?? []).includes("sunk") || piece.face === "out";

/** @param {Piece} piece @param {Side | undefined} side @param {string} where @returns {SVGElement} */
export function drawCard(piece, side, where) {
  const notch = (side?.notch ?? 0) % SHAPES.length;
  const marks = piece.marks ?? [];
  return s(
    "g",
    {
      class: `card navy-${side?.navy ?? "none"} ${piece.face}${isLost(piece) ? " lost" : ""}`,
      "data-key": piece.key,
      tabindex: -1,
      role: "button",
      "aria-label": cardText(piece, side, where),
    },
    s("rect", { class: "halo", x: -89, y: -53, width: 178, height: 106, rx: 8 }),
    s("path", { class: "wood-shade", d: SHAPES[notch], transform: "translate(2.500 3.500)" }),
    s("path", { class: "wood", d: SHAPES[notch] }),
    ...(piece.face === "down" ? [back()] : face(piece, notch)),
    ...badges(marks.filter((mark) => mark !== "sunk")),
    ...(isLost(piece) ? [s("path", { class: "cross", d: "M-76-32 76 40M76-32-76 40" })] : []),
  );
}

/** @param {Piece} piece @param {number} notch @returns {SVGElement[]} */
function face(piece, notch) {
  const name = shortened(piece.title || typeName(piece.kind ?? ""));
  const size = Math.min(NAME_SIZE, NAME_WIDE / (LETTER * Math.max(name.length, 1)));
  return [
    s("path", { class: "paper", d: PAPERS[notch] }),
    s("g", { class: "at-sea" }, ...atSea(piece)),
    s(
      "text",
      {
        class: `card-name${name.length <= SHORT_NAME ? " is-short" : ""}`,
        x: -72,
        y: -17,
        "font-size": size.toFixed(1),
      },
      name,
    ),
    s("g", { class: "plates" }, ...(isLost(piece) ? [] : plates(piece.figures ?? []))),
  ];
}

/** @param {string} name */
const shortened = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/**
 * The ship and the water: she lies on it, or under it, or goes down in it.
 * @param {Piece} piece @returns {SVGElement[]}
 */
function atSea(piece) {
  const marks = piece.marks ?? [];
  const ship = silhouette(piece.kind ?? "", SHIP.long);
  const isUnder = marks.includes("submerged");
  const waterline = isUnder ? 3 : SHIP.y;
  const afloat = `translate(${SHIP.x} ${SHIP.y - (8 * SHIP.long) / 64})`;
  const lie = isLost(piece) ? `${afloat} translate(4 9) rotate(17)` : afloat;
  const wave = `M-78 ${waterline}q6.500-4 13 0t13 0 13 0 13 0 13 0 13 0 13 0 13 0V42H-78Z`;
  return [
    ship ? s("g", { class: "ship", transform: lie }, s("g", { class: "hull" }, ship)) : s("g", {}),
    s("path", { class: `water${isUnder ? " deep" : ""}`, d: wave }),
  ];
}

/** The back of a card that only its owner knows. */
function back() {
  return s("path", {
    class: "grain",
    d: "M-76-30Q-20-38 76-28M-78-12Q0-24 78-10M-78 8Q-10-4 78 10M-76 26Q20 12 76 28M-70 38Q10 28 72 39",
  });
}

/**
 * The first two figures; the others are read on the card of particulars.
 * @param {import("../types.js").Figure[]} figures @returns {SVGElement[]}
 */
function plates(figures) {
  return figures.slice(0, PLATES.y.length).map((figure, i) => plate(figure, PLATES.y[i]));
}

/**
 * Dice on a plate with points, other figures on one with rivets.
 * @param {import("../types.js").Figure} figure @param {number} y
 */
function plate(figure, y) {
  const isDice = /^\d*d\d+$/i.test(figure.value);
  const [w, h] = [PLATES.wide / 2, PLATES.high / 2];
  const shape = isDice
    ? `M${-w} 0 ${-w + 8} ${-h}H${w - 8}L${w} 0 ${w - 8} ${h}H${-w + 8}Z`
    : `M${-w} ${-h}H${w}V${h}H${-w}Z`;
  const rivets = `M${4 - w} ${4 - h}v.01M${w - 4} ${4 - h}v.01M${4 - w} ${h - 4}v.01M${w - 4} ${h - 4}v.01`;
  return s(
    "g",
    {
      class: `plate${isDice ? " of-dice" : ""}${(figure.workings ?? []).length > 1 ? " worked" : ""}`,
      transform: `translate(${PLATES.x} ${y})`,
    },
    s("title", {}, figureText(figure)),
    s("path", { class: "plate-body", d: shape }),
    isDice ? null : s("path", { class: "rivets", d: rivets }),
    s(
      "text",
      {
        "font-size": Math.min(PLATE_LETTER, (PLATES.wide - 10) / (LETTER * figure.value.length)).toFixed(1),
        y: 6,
      },
      figure.value,
    ),
  );
}

/** Signs on a card's upper edge, from its right end. @param {string[]} marks @returns {SVGElement[]} */
function badges(marks) {
  return marks.map((mark, i) =>
    s(
      "g",
      { class: `badge ${mark}`, transform: `translate(${68 - 25 * i} -41)` },
      s("title", {}, markWord(mark)),
      s("circle", { r: 11 }),
      BADGES[mark]
        ? s("path", { class: BADGES[mark].isSolid ? "solid" : "", d: BADGES[mark].d })
        : s("text", { y: 4.5 }, mark.charAt(0).toUpperCase()),
    ),
  );
}

/** @type {Record<string, {d: string, isSolid?: boolean}>} */
const BADGES = {
  submerged: { d: "M-7-4q3.500-3 7 0t7 0M0-1V7M-3.500 3.500 0 7 3.500 3.500" },
  surfaced: { d: "M-7 5q3.500-3 7 0t7 0M0 2V-7M-3.500-3.500 0-7 3.500-3.500" },
  moving: { d: "M-6-5-1 0-6 5M0-5 5 0 0 5" },
  fired: {
    d: "M0-8 2-3 7-6 4.500-1 8.500 2 3 2.500 4 8 0 4.500-4 8-3 2.500-8.500 2-4.500-1-7-6-2-3Z",
    isSolid: true,
  },
  targeted: { d: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M0-8V-3M0 3V8M-8 0H-3M3 0H8" },
  damaged: { d: "M0-8Q7-2 4 5 2 8-1 7-6 6-5 0-3 1-2 2-3-3 0-8Z", isSolid: true },
};

/** A figure with what it is made of. @param {import("../types.js").Figure} figure */
function figureText(figure) {
  return `${figure.label} ${figure.value}${figure.workings?.length ? `: ${figure.workings.join("; ")}` : ""}`;
}

/**
 * A card's text for screen readers.
 * @param {Piece} piece @param {Side | undefined} side @param {string} where
 */
export function cardText(piece, side, where) {
  const type = typeName(piece.kind ?? "");
  const what = [piece.title, type].filter(Boolean).join(", ") || "card";
  const face = piece.face === "down" ? ", face down" : "";
  const figures = (piece.figures ?? []).map((figure) => `${figure.label} ${figure.value}`).join(", ");
  const marks = [
    ...new Set([...(piece.marks ?? []), ...(isLost(piece) && !piece.marks?.length ? ["gone"] : [])]),
  ]
    .map(markWord)
    .join(", ");
  return [`${side?.name ?? piece.side}: ${what}${face}, ${where}`, figures, marks].filter(Boolean).join("; ");
}
