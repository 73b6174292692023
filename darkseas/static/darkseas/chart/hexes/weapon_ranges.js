/** How far the weapons of a ship carry, and where all of them bear, about the ship that is pointed at. */

import { s } from "../../kit/dom.js";
import { borderPath, centreOf, hexesWithin, ROW, WIDTH } from "./geometry.js";
import { ANGLES } from "./ships.js";
import { labelPlaces } from "./range_labels.js";
import { pin } from "../stroke_marks.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").WeaponRange} WeaponRange */
/** @typedef {{cols: number, rows: number, hex_yards?: number}} Sea */
/** @typedef {import("../geometry.js").Point} Point */
/**
 * What of the drawing is on the screen, in pixels from its origin, how many pixels a unit is, and where ships
 * and their names are drawn.
 * @typedef {import("./range_labels.js").Box} Box
 * @typedef {Box & {scale: number, taken: Box[]}} Shown
 */

/** How far beyond her middle a ship's sectors begin. */
const INNER = 60;
/** How many weapons are drawn, the farthest first: more lines would tell less. */
const MOST = 4;

/** Shows the range of the ship under the pointer, or of the one that has the focus. */
export class WeaponRanges {
  /** @param {SVGElement} layer @param {Sea} map */
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
    this.layer.replaceChildren(...(piece ? drawRanges(piece, this.map, shownBy(this.layer)) : []));
  }
}

/** @param {SVGElement} layer @returns {Shown} */
function shownBy(layer) {
  const drawn = /** @type {SVGGElement} */ (layer).getScreenCTM?.();
  const svg = layer.ownerSVGElement;
  if (!drawn || !svg) return { left: 0, right: Infinity, top: 0, bottom: Infinity, scale: 1, taken: [] };
  const boxOf = (/** @type {Element} */ element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left: left - drawn.e, right: right - drawn.e, top: top - drawn.f, bottom: bottom - drawn.f };
  };
  const taken = [...svg.querySelectorAll(".block-name:not(.crowded), .block .wood")].map(boxOf);
  return { ...boxOf(svg), scale: drawn.a, taken };
}

/**
 * A border for each range, with its words where they are seen, and the sectors of the farthest weapon that
 * has some.
 * @param {Piece} piece @param {Sea} map @param {Shown} shown @returns {SVGElement[]}
 */
function drawRanges(piece, map, shown) {
  if (piece.face === "out" || !piece.at) return [];
  const ranges = [...(piece.ranges ?? [])].sort((a, b) => b.hexes - a.hexes).slice(0, MOST);
  const sectored = ranges.find(({ least = 0, most = 180 }) => least > 0 || most < 180);
  const inPixels = (/** @type {string} */ hex) => scaled(centreOf(hex), shown.scale);
  const rings = ranges.map((range) => ({
    at: inPixels(piece.at),
    reach: ROW * range.hexes * shown.scale,
    words: rangeText(range, map.hex_yards),
  }));
  const places = labelPlaces(rings, shown.taken, shown);
  return [
    ...(sectored ? sectors(piece, sectored) : []),
    ...ranges.map((range, nth) => ring(piece, range, map, nth, scaled(places[nth], 1 / shown.scale))),
  ];
}

/** @param {Point} point @param {number} by @returns {Point} */
const scaled = ({ x, y }, by) => ({ x: x * by, y: y * by });

/**
 * A range in words: "Torpedoes: 6 hexes, 12,000 yd". Pure.
 * @param {WeaponRange} range @param {number} [yards]  that a hex is wide
 */
export function rangeText({ label, hexes }, yards) {
  const far = `${hexes} ${hexes === 1 ? "hex" : "hexes"}`;
  return `${label}: ${far}${yards ? `, ${(hexes * yards).toLocaleString("en-GB")} yd` : ""}`;
}

/**
 * @param {Piece} piece @param {WeaponRange} range @param {Sea} map
 * @param {number} nth @param {Point} at  where its words stand
 */
function ring(piece, range, map, nth, at) {
  const words = s("g", { class: "pinned range-label" }, s("text", {}, rangeText(range, map.hex_yards)));
  pin(words, at);
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
