/**
 * One kind of hexes, drawn as a path for each tile of the map: an edit redraws one tile, and tiles out of
 * view cost nothing.
 */

import { label, parse } from "../../../darkseas/chart/hexes/geometry.js";
import { s } from "../../../darkseas/kit/dom.js";
import { neighbour } from "../model/hex_shapes.js";

/** Columns and rows of a tile; even, so that tiles begin alike. */
const TILE = 20;

/** @typedef {{cols: number, rows: number}} Size */
/**
 * @typedef {{left: number, top: number, right: number, bottom: number, places: string[]}} Tile  last ones not
 *   included
 */

/**
 * The tiles of a map, by key.
 * @param {Size} size @param {number} [across]  columns and rows of a tile @returns {Map<string, Tile>}
 */
export function tilesOf(size, across = TILE) {
  const found = new Map();
  for (let top = 0; top < size.rows; top += across) {
    for (let left = 0; left < size.cols; left += across) {
      const [right, bottom] = [Math.min(left + across, size.cols), Math.min(top + across, size.rows)];
      const places = [];
      for (let row = top; row < bottom; row++)
        for (let col = left; col < right; col++) places.push(label(col, row));
      found.set(tileKey(left, top, across), { left, top, right, bottom, places });
    }
  }
  return found;
}

/** @param {number} col @param {number} row @param {number} [across] */
const tileKey = (col, row, across = TILE) => `${Math.floor(col / across)} ${Math.floor(row / across)}`;

const NONE = new Set();

export class TileLayer {
  /**
   * @param {string} name  the class of the layer
   * @param {((shown: string[], all: Set<string>) => string)[]} paths  what draws the hexes of a tile, a path
   *   each
   * @param {boolean} [spreads]  whether a hex changes how its neighbours are drawn
   */
  constructor(name, paths, spreads = false) {
    this.element = s("g", { class: name });
    this.paths = paths;
    this.spreads = spreads;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {Map<string, SVGElement>} */
    this.drawn = new Map();
    /** @type {Set<string>} */
    this.shown = NONE;
  }

  /** Starts over with the tiles of a map of another size. @param {Map<string, Tile>} tiles */
  lay(tiles) {
    this.tiles = tiles;
    this.drawn.clear();
    this.element.replaceChildren();
    this.shown = NONE;
  }

  /** Shows these hexes. @param {Set<string>} places */
  show(places) {
    if (places === this.shown) return;
    const touched = this.touched(places);
    this.shown = places;
    for (const key of touched) this.redraw(key);
  }

  /** The tiles that look otherwise with these hexes. @param {Set<string>} places @returns {Set<string>} */
  touched(places) {
    /** @type {Set<string>} */
    const keys = new Set();
    for (const place of places) if (!this.shown.has(place)) this.touch(place, keys);
    for (const place of this.shown) if (!places.has(place)) this.touch(place, keys);
    return keys;
  }

  /** @param {string} place @param {Set<string>} keys */
  touch(place, keys) {
    const at = parse(place);
    keys.add(tileKey(at.col, at.row));
    if (!this.spreads) return;
    for (let side = 0; side < 6; side++) {
      const next = neighbour(at, side);
      keys.add(tileKey(next.col, next.row));
    }
  }

  /** @param {string} key */
  redraw(key) {
    const tile = this.tiles.get(key);
    if (!tile) return;
    const shown = tile.places.filter((place) => this.shown.has(place));
    this.drawn.get(key)?.remove();
    this.drawn.delete(key);
    if (!shown.length) return;
    const group = s(
      "g",
      {},
      ...this.paths.map((draw, i) => s("path", { class: `part-${i}`, d: draw(shown, this.shown) })),
    );
    this.drawn.set(key, group);
    this.element.append(group);
  }
}
