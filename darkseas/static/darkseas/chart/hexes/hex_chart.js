/** A hex map with blocks or ships: the ground once, then state after state. */

import { blockName, drawBlock, inTwoLines, layOut, place as layBlock } from "./blocks.js";
import { boxAround } from "../geometry.js";
import { s } from "../../kit/dom.js";
import { drawFrame, drawGround, drawRose, MARGIN, numberSpacing } from "./ground.js";
import { bounds, centreOf, edgeSpot, hexAt, hexesPath, isHex, WIDTH } from "./geometry.js";
import { hexLegend } from "./legend.js";
import { InteractiveChart } from "../interactive/interactive_chart.js";
import { drawEdges, drawPatches, drawWrecks, smokeHatch } from "./overlays.js";
import { labelSeparator } from "./label_collisions.js";
import { hexAndNear } from "./nearest_place.js";
import { WeaponRanges } from "./weapon_ranges.js";
import { makeScaleBar } from "./scale_bar.js";
import { headingWords, hullBelow, isShip } from "./ships.js";
import { StillChart, asPicture } from "../static_chart.js";
import { redraw, withCarriers } from "../pieces/pieces.js";
import { freshStrokesOf, pin } from "../stroke_marks.js";
import { drawShots, drawWakes } from "./strokes.js";

/** @typedef {import("../types.js").Chart} Chart */
/** @typedef {import("../types.js").Ground} Ground */
/** @typedef {import("../types.js").Side} Side */

/** Pixels a hex must have for words of lost ships, for names under blocks, for names on stickers. */
const ROOM = { numbered: 56, roomy: 66, close: 150 };
/** Below this a hex is too small to follow a fight on the whole map. */
const SMALL_HEX = 44;
const FOLLOW_HEXES = 4.6;
/** Below this many pixels a hex a picture is too small for names. */
const LEGIBLE_HEX = 42;
/** How many hexes across the picture of a battle shows. */
const CLOSE_HEXES = 6.5;
const MINIMAP_MARGIN = 12;
/** How wide a block is on the minimap. */
const DOT = 44;

let opened = 0;

/**
 * Opens a hex chart in an element. `still` draws a picture: no zoom, no bar, no card.
 * @param {HTMLElement} host @param {Ground} ground
 * @param {import("../types.js").ChartOptions} [options]
 * @returns {Promise<import("../types.js").ChartView>}
 */
export async function openHexChart(host, ground, options = {}) {
  const map = ground.map;
  if (!map) throw new Error("a hex chart needs a map");
  const chart = new HexChart(host, ground, map, await fetchCoast(options.coast), options);
  return chart;
}

/**
 * The coastline, or nothing where there is none: the hexes alone are true enough.
 * @param {string} [address]
 */
async function fetchCoast(address) {
  if (!address) return null;
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

class HexChart {
  /**
   * @param {HTMLElement} host @param {Ground} ground @param {import("../types.js").HexMap} map
   * @param {import("./ground.js").Coast | null} coast
   * @param {import("../types.js").ChartOptions} options
   */
  constructor(host, ground, map, coast, options) {
    this.label = "Chart. Arrows move it, plus and minus zoom, Enter goes to the blocks.";
    this.ground = ground;
    this.map = map;
    this.sides = new Map(ground.sides.map((side) => [side.key, side]));
    this.navy = (/** @type {string} */ key) => this.sides.get(key)?.navy ?? "none";
    /** @type {Map<string, {element: SVGElement, drawn: string}>} */
    this.blocks = new Map();
    /** @type {Chart | null} */
    this.chart = null;
    /** @type {InteractiveChart | null} */
    this.controls = null;
    /** @type {WeaponRanges | null} */
    this.ranges = null;
    this.hatch = `smoke-${(opened += 1)}`;
    this.layers = Object.fromEntries(
      ["patches", "focus", "wakes", "wrecks", "ranges", "offers", "blocks", "names", "shots", "labels"].map(
        (name) => [name, s("g", { class: name })],
      ),
    );
    const furniture = options.still ? [] : [drawFrame(map)];
    this.svg = /** @type {SVGSVGElement} */ (
      s(
        "svg",
        {
          class: `chart hexes${options.still ? " still" : ""}`,
          "aria-hidden": options.still ? "true" : null,
        },
        s("defs", {}, smokeHatch(this.hatch)),
        ...furniture,
        drawGround(map, coast),
        drawRose(map),
        drawEdges(map, ground.edges ?? [], (key) => this.sides.get(key)),
        ...Object.values(this.layers),
      )
    );
    host.replaceChildren(this.svg);
    this.separateLabels = labelSeparator(this.svg);
    this.svg.addEventListener("transitionend", this.separateLabels); // once blocks have come to rest
    this.unit = 0;
    if (options.still)
      this.still = new StillChart(this.svg, bounds(map, MARGIN), (unit) => this.seenStill(unit));
    else this.makeLive(host, options);
  }

  /** @param {HTMLElement} host @param {import("../types.js").ChartOptions} options */
  makeLive(host, options) {
    this.bar = makeScaleBar(this.map.hex_yards);
    host.append(this.bar.element);
    this.controls = new InteractiveChart(host, this.svg, bounds(this.map, MARGIN + 16), this, options);
    const { offers } = this.controls;
    if (offers) this.layers.offers.append(offers.lit, offers.plans);
    this.controls.minimap.frame(bounds(this.map, MINIMAP_MARGIN), [
      s("path", { class: "land", d: hexesPath(this.map.land ?? []) }),
    ]);
    if (WIDTH / this.controls.view.unit < SMALL_HEX) this.controls.follow(true);
    this.ranges = new WeaponRanges(this.layers.ranges, this.map);
    this.ranges.watch(host);
  }

  legend() {
    return hexLegend(this.ground);
  }

  /** Shows the surroundings of these places and pieces only. @param {string[]} focus */
  closeUp(focus) {
    const points = this.pointsOf(focus);
    if (!points.length) return;
    this.svg.classList.add("roomy", "numbered");
    this.still?.closeUp(points, CLOSE_HEXES * WIDTH);
  }

  /** @param {number} unit */
  seen(unit) {
    for (const [name, needed] of Object.entries(ROOM))
      this.svg.classList.toggle(name, WIDTH / unit >= needed);
    this.svg.dataset.numbers = String(numberSpacing(WIDTH / unit));
    this.bar?.update(unit);
    if (unit !== this.unit) this.separateLabels();
    this.unit = unit;
  }

  /** @param {number} unit */
  seenStill(unit) {
    this.svg.classList.toggle("tiny", WIDTH / unit < LEGIBLE_HEX);
    this.separateLabels();
  }

  /** @param {Chart} chart @param {Chart | null} previous @param {string[]} focus */
  draw(chart, previous, focus) {
    this.chart = chart;
    const strokes = chart.strokes ?? [];
    const fresh = freshStrokesOf(strokes, previous ? (previous.strokes ?? []) : strokes);
    const focused = withCarriers(focus, chart.pieces);
    const shots = drawShots(strokes, fresh, this.navy);
    const { layers } = this;
    layers.patches.replaceChildren(...drawPatches(chart.patches ?? [], this.navy, this.hatch));
    layers.focus.replaceChildren(
      s("path", { class: "focus-hexes", d: hexesPath(focus.filter((place) => this.isHex(place))) }),
    );
    layers.wakes.replaceChildren(...drawWakes(strokes, fresh, this.navy));
    layers.wrecks.replaceChildren(...drawWrecks(chart.pieces, this.navy, focused));
    layers.shots.replaceChildren(...shots.lines);
    layers.labels.replaceChildren(...shots.labels);
    this.svg.classList.toggle("of-ships", chart.pieces.some(isShip));
    this.drawBlocks(chart.pieces, focused);
    this.ranges?.draw(chart.pieces);
    this.separateLabels();
    this.controls?.drawn(this.dots(chart.pieces, focused), [...focused]);
  }

  /**
   * @param {import("../types.js").Piece[]} pieces @param {Set<string>} focused
   * @returns {import("../interactive/minimap.js").Dot[]}
   */
  dots(pieces, focused) {
    return pieces
      .filter((piece) => piece.face !== "out" && piece.at)
      .map((piece) => {
        const at = centreOf(piece.at);
        const isNow = focused.has(piece.key);
        return { x: at.x - DOT / 2, y: at.y - DOT / 2, w: DOT, h: DOT, navy: this.navy(piece.side), isNow };
      });
  }

  /** @param {string} text */
  isHex(text) {
    return isHex(text);
  }

  /** @param {import("../types.js").Piece[]} pieces @param {Set<string>} focused */
  drawBlocks(pieces, focused) {
    const spots = layOut(pieces);
    const names = [];
    const present = new Set();
    for (const piece of pieces) {
      const spot = spots.get(piece.key);
      if (!spot) continue;
      present.add(piece.key);
      const element = this.block(piece);
      element.classList.toggle("now", focused.has(piece.key));
      layBlock(element, spot);
      if (spot.alone && piece.title && piece.face === "up") {
        const name = s(
          "g",
          { class: `pinned block-name${focused.has(piece.key) ? " now" : ""}` },
          ...inTwoLines(piece.title).map((line, i) => s("text", { y: 11 + 11 * i }, line)),
        );
        pin(name, { x: spot.x, y: spot.y + (isShip(piece) ? hullBelow(piece) : spot.size / 2 + 2) });
        names.push(name);
      }
    }
    for (const [key, { element }] of this.blocks)
      if (!present.has(key)) {
        element.remove();
        this.blocks.delete(key);
      }
    this.layers.names.replaceChildren(...names);
  }

  /** Returns the block of a piece; an existing block is redrawn only if the piece has changed.
   * @param {import("../types.js").Piece} piece @returns {SVGElement} */
  block(piece) {
    const drawn = JSON.stringify(piece);
    const known = this.blocks.get(piece.key);
    if (known?.drawn === drawn) return known.element;
    const element = drawBlock(piece, this.sides.get(piece.side), this.whereIs(piece));
    if (this.still) asPicture(element);
    if (known) {
      known.drawn = drawn;
      return redraw(known.element, element);
    }
    this.layers.blocks.append(element);
    this.blocks.set(piece.key, { element, drawn });
    return element;
  }

  near() {
    return FOLLOW_HEXES * WIDTH;
  }

  /** @param {string[]} focus */
  around(focus) {
    const points = focus.length ? this.pointsOf(focus) : [...layOut(this.chart?.pieces ?? []).values()];
    const ends = this.piecesOf(focus).flatMap((piece) => (piece.hexes ?? []).map(centreOf));
    return points.length ? boxAround([...points, ...ends], WIDTH) : null;
  }

  /** The pieces among these, or all where none is named. @param {string[]} focus */
  piecesOf(focus) {
    const pieces = (this.chart?.pieces ?? []).filter((piece) => piece.face !== "out");
    return focus.length ? pieces.filter((piece) => focus.includes(piece.key)) : pieces;
  }

  /** Where places and pieces lie. @param {string[]} focus @returns {import("../geometry.js").Point[]} */
  pointsOf(focus) {
    const spots = layOut(this.chart?.pieces ?? []);
    return focus.flatMap((key) => spots.get(key) ?? (this.isHex(key) ? [centreOf(key)] : []));
  }

  /** @param {string} key @returns {import("../interactive/piece_card.js").Known | null} */
  known(key) {
    const piece = this.chart?.pieces.find((one) => one.key === key);
    if (!piece) return null;
    const ships = piece.pips ? `${piece.pips} ${piece.pips === 1 ? "ship" : "ships"}` : "";
    const more = isShip(piece) ? [`heading ${headingWords(piece)}`] : [blockName(piece), ships];
    const facts = [`at ${this.whereIs(piece)}`, ...more];
    return { piece, side: this.sides.get(piece.side), facts, unnamed: "A block" };
  }

  /** The hex of a block, and what lies near it. @param {import("../types.js").Piece} piece */
  whereIs({ at }) {
    return hexAndNear(this.map, at);
  }

  /** @param {string} place @returns {import("../interactive/stacked_pieces.js").Pile} */
  pile(place) {
    const pieces = this.chart?.pieces ?? [];
    const spots = layOut(pieces);
    const keys = pieces.filter(({ key, at }) => at === place && spots.has(key)).map(({ key }) => key);
    return { keys, size: spots.get(keys[0] ?? "")?.size ?? 0 };
  }

  /** @param {string} name @param {string} beside */
  spotOf(name, beside) {
    return this.pointsOf([name])[0] ?? edgeSpot(this.map, name, beside);
  }

  /** @param {import("../geometry.js").Point} at */
  placeAt(at) {
    return hexAt(this.map, at);
  }

  /** @param {string} place */
  outline(place) {
    return this.isHex(place) ? hexesPath([place]) : "";
  }

  /** @param {string} key */
  elementOf(key) {
    return this.blocks.get(key)?.element;
  }

  /** Those that lie in one place come one after the other. */
  elements() {
    const spots = layOut(this.chart?.pieces ?? []);
    return [...spots.keys()].flatMap((key) => this.blocks.get(key)?.element ?? []);
  }

  /**
   * Right and down lead to the next block, left and up to the one before.
   * @param {Element} from @param {string} arrow
   */
  neighbour(from, arrow) {
    const elements = this.elements();
    const step = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
    return elements[(elements.findIndex((one) => one === from) + step + elements.length) % elements.length];
  }
}
