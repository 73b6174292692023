/** A hex map with blocks: the ground once, then state after state. */

import { drawBlock, inTwoLines, layOut, place as layBlock, withCarriers } from "./blocks.js";
import { h, s } from "./dom.js";
import { drawFrame, drawGround, drawRose, MARGIN } from "./hex_ground.js";
import { bounds, boxAround, centreOf, hexesPath, isInside, WIDTH } from "./hex_plane.js";
import { drawEdges, drawPatches, drawWrecks, smokeHatch } from "./marks_on_chart.js";
import { makeMinimap } from "./minimap.js";
import { fillCard } from "./piece_card.js";
import { makeScaleBar } from "./scale_bar.js";
import { StillView } from "./still_view.js";
import { drawShots, drawWakes, freshOnes, pin } from "./strokes.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Side} Side */

/** Pixels a hex must have for its number, for names under blocks, for names on stickers. */
const ROOM = { numbered: 56, roomy: 66, close: 150 };
/** Below this a hex is too small to follow a fight on the whole map. */
const SMALL_HEX = 44;
const FOLLOW_HEXES = 4.6;

let opened = 0;

/**
 * Opens a hex chart in an element. `still` draws a picture: no zoom, no bar, no card.
 * @param {HTMLElement} host @param {Ground} ground
 * @param {{coast?: string, still?: boolean, followed?: (on: boolean) => void}} [options]
 * @returns {Promise<import("./types.js").ChartView>}
 */
export async function openHexes(host, ground, options = {}) {
  const map = ground.map;
  if (!map) throw new Error("a hex chart needs a map");
  const chart = new HexChart(host, ground, map, await fetchCoast(options.coast), options);
  return chart;
}

/** The coastline, or nothing where there is none: the hexes alone are true enough. @param {string} [address] */
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
   * @param {HTMLElement} host @param {Ground} ground @param {import("./types.js").HexMap} map
   * @param {import("./hex_ground.js").Coast | null} coast @param {{still?: boolean, followed?: (on: boolean) => void}} options
   */
  constructor(host, ground, map, coast, options) {
    this.ground = ground;
    this.map = map;
    this.options = options;
    this.following = false;
    this.sides = new Map(ground.sides.map((side) => [side.key, side]));
    this.navy = (/** @type {string} */ key) => this.sides.get(key)?.navy ?? "none";
    /** @type {Map<string, {element: SVGElement, drawn: string}>} */
    this.blocks = new Map();
    /** @type {Chart | null} */
    this.chart = null;
    this.hatch = `smoke-${(opened += 1)}`;
    this.layers = Object.fromEntries(["patches", "focus", "wakes", "wrecks", "blocks", "names", "shots", "labels"].map((name) => [name, s("g", { class: name })]));
    const furniture = options.still ? [] : [drawFrame(map)];
    this.svg = /** @type {SVGSVGElement} */ (s("svg", { class: `chart hexes${options.still ? " still" : ""}`, "aria-hidden": options.still ? "true" : null },
      s("defs", {}, smokeHatch(this.hatch)), ...furniture, drawGround(map, coast), drawRose(map),
      drawEdges(map, ground.edges ?? [], (key) => this.sides.get(key)), ...Object.values(this.layers)));
    host.replaceChildren(this.svg);
    if (options.still) this.still = new StillView(this.svg, bounds(map, MARGIN));
    else this.makeLive(host);
  }

  /** @param {HTMLElement} host */
  makeLive(host) {
    const bar = makeScaleBar();
    this.card = h("div", { class: "piece-card", hidden: true });
    this.view = new Viewport(this.svg, bounds(this.map, MARGIN + 16), () => this.seen());
    this.minimap = makeMinimap(this.map, this.view);
    this.bar = bar;
    host.append(bar.element, this.minimap.element, this.card);
    this.view.byHand = () => this.follow(false);
    this.svg.addEventListener("click", (event) => this.showCard(event));
    host.addEventListener("keydown", (event) => this.walkBlocks(event, host));
    this.seen();
    if (this.hexPixels() < SMALL_HEX) this.follow(true);
  }

  /** Shows the surroundings of these places and pieces only. @param {string[]} focus @param {number} hexes */
  closeUp(focus, hexes) {
    const points = this.pointsOf(focus);
    if (points.length) this.still?.closeUp(points, hexes);
  }

  hexPixels() {
    return WIDTH / (this.view?.unit || 1);
  }

  seen() {
    if (!this.view || !this.bar || !this.minimap) return;
    const pixels = this.hexPixels();
    for (const [name, needed] of Object.entries(ROOM)) this.svg.classList.toggle(name, pixels >= needed);
    this.bar.update(this.view.unit);
    this.minimap.update();
  }

  /** @param {Chart} chart @param {Chart | null} previous @param {string[]} focus */
  draw(chart, previous, focus) {
    this.chart = chart;
    const strokes = chart.strokes ?? [];
    const fresh = freshOnes(strokes, previous ? previous.strokes ?? [] : strokes);
    const focused = withCarriers(focus, chart.pieces);
    const shots = drawShots(strokes, fresh, this.navy);
    const { layers } = this;
    layers.patches.replaceChildren(...drawPatches(chart.patches ?? [], this.navy, this.hatch));
    layers.focus.replaceChildren(s("path", { class: "focus-hexes", d: hexesPath(focus.filter((place) => this.isHex(place))) }));
    layers.wakes.replaceChildren(...drawWakes(strokes, fresh, this.navy));
    layers.wrecks.replaceChildren(...drawWrecks(chart.pieces, this.navy, focused));
    layers.shots.replaceChildren(...shots.lines);
    layers.labels.replaceChildren(...shots.labels);
    this.drawBlocks(chart.pieces, focused);
    this.minimap?.show(chart.pieces, this.navy);
    if (this.card && !this.card.hidden) this.fillCard();
    if (this.following) this.keepInView([...focused]);
  }

  /** @param {string} text */
  isHex(text) {
    return /^\d{2,9}\.?\d{2,9}$/.test(text) && text.length >= 4;
  }

  /** @param {import("./types.js").Piece[]} pieces @param {Set<string>} focused */
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
        const name = s("g", { class: "pinned block-name" }, ...inTwoLines(piece.title).map((line, i) => s("text", { y: 11 + 11 * i }, line)));
        pin(name, { x: spot.x, y: spot.y + spot.size / 2 + 2 });
        names.push(name);
      }
    }
    for (const [key, { element }] of this.blocks) if (!present.has(key)) { element.remove(); this.blocks.delete(key); }
    this.layers.names.replaceChildren(...names);
  }

  /** The block of a piece: the one that lies there already, drawn anew only when something about it changed.
   * @param {import("./types.js").Piece} piece @returns {SVGElement} */
  block(piece) {
    const drawn = JSON.stringify(piece);
    const known = this.blocks.get(piece.key);
    if (known?.drawn === drawn) return known.element;
    const element = drawBlock(piece, this.sides.get(piece.side));
    if (known) {
      known.element.replaceChildren(...element.childNodes);
      for (const { name, value } of element.attributes) known.element.setAttribute(name, value);
      known.drawn = drawn;
      return known.element;
    }
    this.layers.blocks.append(element);
    this.blocks.set(piece.key, { element, drawn });
    return element;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.follow(false);
    this.view?.zoom(factor);
  }

  /** @param {number} right @param {number} down */
  pan(right, down) {
    this.follow(false);
    this.view?.pan(right, down);
  }

  fit() {
    this.follow(false);
    this.view?.fit();
  }

  follows() {
    return this.following;
  }

  /** @param {boolean} on */
  follow(on) {
    if (this.following === on) return;
    this.following = on;
    this.options.followed?.(on);
    if (on) this.keepInView([]);
  }

  /** Where places and pieces lie. @param {string[]} focus @returns {import("./hex_plane.js").Point[]} */
  pointsOf(focus) {
    const spots = layOut(this.chart?.pieces ?? []);
    return focus.flatMap((key) => spots.get(key) ?? (this.isHex(key) ? [centreOf(key)] : []));
  }

  /** Moves as little as it takes to see what the sentence is about. @param {string[]} focus */
  keepInView(focus) {
    const points = this.pointsOf(focus);
    if (!this.view || (!points.length && !this.view.isFitted)) return;
    const around = points.length ? points : [...layOut(this.chart?.pieces ?? []).values()];
    if (!around.length) return;
    const box = boxAround(around, WIDTH);
    if (isInside(box, this.view.box) && !this.view.isFitted) return;
    const wide = Math.max(box.w, FOLLOW_HEXES * WIDTH);
    this.view.show({ ...box, x: box.x + (box.w - wide) / 2, w: wide });
  }

  /** @param {Event} event */
  showCard(event) {
    const block = /** @type {Element} */ (event.target).closest(".block");
    this.shown = block?.getAttribute("data-key") ?? "";
    this.fillCard();
  }

  /** Fills the card anew with what is known of its block now. */
  fillCard() {
    const piece = this.chart?.pieces.find((one) => one.key === this.shown);
    if (this.card) fillCard(this.card, piece ?? null, piece ? this.sides.get(piece.side) : undefined);
  }

  /** Enter goes from the chart to its blocks, arrows from block to block, Escape back. @param {KeyboardEvent} event @param {HTMLElement} host */
  walkBlocks(event, host) {
    const elements = [...this.blocks.values()].map((block) => block.element);
    const at = elements.findIndex((element) => element === document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && this.card && !this.card.hidden) fillCard(this.card, null, undefined);
    else if (event.key === "Escape" && at >= 0) host.focus();
    else if (event.key === "Enter" && at >= 0) this.showCard(event);
    else if (event.key === "Enter" && document.activeElement === host) elements[0]?.focus();
    else if (step && at >= 0) elements[(at + step + elements.length) % elements.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
