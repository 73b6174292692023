/** How far the weapons of a ship carry, and where all of them bear, about the ship that is pointed at. */

import { s } from "../../kit/dom.js";
import { borderPath, centreOf, hexesWithin, ROW, WIDTH } from "./geometry.js";
import { ANGLES } from "./ships.js";
import { pin } from "../stroke_marks.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").WeaponRange} WeaponRange */

/** How far beyond her middle a ship's sectors begin. */
const INNER = 60;
/** How many weapons are drawn, the farthest first: more lines would tell less. */
const MOST = 4;

/** Shows the range of the ship under the pointer, or of the one that has the focus. */
export class WeaponRanges {
  /** @param {SVGElement} layer @param {{cols: number, rows: number}} map */
  constructor(layer, map) {
    this.layer = layer;
    this.map = map;
    this.key = "";
    /** @type {Piece[]} */
    this.pieces = [];
  }

  /** @param {HTMLElement} host */
  watch(host) {
    for (const kind of ["pointerover", "focusin"])
      host.addEventListener(kind, ({ target }) => {
        const element = target instanceof Element ? target.closest("[data-key]") : null;
        this.show(element?.getAttribute("data-key") ?? "");
      });
    for (const kind of ["pointerleave", "focusout"]) host.addEventListener(kind, () => this.show(""));
  }

  /** @param {string} key */
  show(key) {
    if (key === this.key) return;
    this.key = key;
    this.draw(this.pieces);
  }

  /** @param {Piece[]} pieces */
  draw(pieces) {
    this.pieces = pieces;
    const piece = pieces.find((one) => one.key === this.key);
    this.layer.replaceChildren(...(piece ? drawRanges(piece, this.map) : []));
  }
}

/**
 * A border for each range, with its words at the top, and the sectors of the farthest weapon that has some.
 * @param {Piece} piece @param {{cols: number, rows: number}} map @returns {SVGElement[]}
 */
function drawRanges(piece, map) {
  if (piece.face === "out" || !piece.at) return [];
  const ranges = [...(piece.ranges ?? [])].sort((a, b) => b.hexes - a.hexes).slice(0, MOST);
  const sectored = ranges.find(({ least = 0, most = 180 }) => least > 0 || most < 180);
  return [
    ...(sectored ? sectors(piece, sectored) : []),
    ...ranges.map((range, nth) => ring(piece, range, map, nth)),
  ];
}

/**
 * @param {Piece} piece @param {WeaponRange} range @param {{cols: number, rows: number}} map
 * @param {number} nth
 */
function ring(piece, range, map, nth) {
  const at = centreOf(piece.at);
  const words = s("g", { class: "pinned range-label" }, s("text", {}, `${range.label}: ${range.hexes}`));
  pin(words, { x: at.x, y: Math.max(at.y - ROW * range.hexes, 0) });
  return s(
    "g",
    { class: `range range-${nth}` },
    s("path", { class: "border", d: borderPath(hexesWithin(map, piece.at, range.hexes)) }),
    words,
  );
}

/**
 * Both beams, between the lines from which on all guns bear.
 * @param {Piece} piece @param {WeaponRange} range
 */
function sectors(piece, { hexes, least = 0, most = 180 }) {
  const at = centreOf(piece.at);
  const ahead = ANGLES[piece.facing ?? ""] ?? 0;
  const far = hexes * WIDTH;
  /** @param {number} degrees @param {number} out */
  const point = (degrees, out) => {
    const turned = ((ahead + degrees) * Math.PI) / 180;
    return `${(at.x + out * Math.cos(turned)).toFixed(1)} ${(at.y + out * Math.sin(turned)).toFixed(1)}`;
  };
  return [1, -1].map((beam) =>
    s("path", {
      class: "sector",
      d:
        `M${point(beam * least, INNER)}L${point(beam * least, far)}` +
        `A${far} ${far} 0 0 ${beam > 0 ? 1 : 0} ${point(beam * most, far)}L${point(beam * most, INNER)}Z`,
    }),
  );
}
