/** Who fires at whom on a chart of cards: arrows from edge to edge, and the dice on the firing card. */

import { middle } from "./layout.js";
import { s } from "../../kit/dom.js";
import { BURST, chip } from "../stroke_marks.js";

/** @typedef {import("../types.js").Stroke} Stroke */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("../geometry.js").Point} Point */

/** Distance between the end of an arrow and the card's edge. */
const CLEARANCE = 4;
/**
 * Layout of a chip below a card: distance from the card's edge, half its height, half the width of a letter,
 * and margin.
 */
const CHIP = { down: 4, half: 12, letter: 3.05, margin: 12 };
/** Distance between arrows of the same two cards, and their bend, as fractions of their length. */
const BEND = 0.07;

/**
 * This turn's attacks. New ones are drawn above the cards with labels, the others below the cards.
 * @param {Stroke[]} strokes @param {Set<Stroke>} fresh @param {{places: Map<string, Box>, whole: Box}} layout
 * @param {(side: string) => string} navy
 * @returns {{past: SVGElement[], now: SVGElement[], labels: SVGElement[]}}
 */
export function drawAttacks(strokes, fresh, { places, whole }, navy) {
  const drawn = {
    past: /** @type {SVGElement[]} */ ([]),
    now: /** @type {SVGElement[]} */ ([]),
    labels: /** @type {SVGElement[]} */ ([]),
  };
  /** @type {Map<string, number>} */
  const taken = new Map();
  for (const stroke of strokes) {
    const [from, to] = [places.get(stroke.path[0]), places.get(stroke.path.at(-1) ?? "")];
    if (!from || !to || from === to || (stroke.age ?? 0) > 0) continue;
    const pair = stroke.path.join();
    const arrow = arrowBetween(from, to, taken.get(pair) ?? 0);
    taken.set(pair, (taken.get(pair) ?? 0) + 1);
    const isFresh = fresh.has(stroke);
    drawn[isFresh ? "now" : "past"].push(attack(stroke, arrow, isFresh, navy(stroke.side)));
    if (!isFresh || !stroke.label) continue;
    const nth = taken.get(stroke.path[0]) ?? 0;
    taken.set(stroke.path[0], nth + 1);
    drawn.labels.push(chip(stroke, wordsOn(from, stroke.label, whole), nth));
  }
  return drawn;
}

/**
 * Over the lower edge of a card, clear of its name and figures, and within the window.
 * @param {Box} card @param {string} label @param {Box} whole @returns {Point}
 */
function wordsOn(card, label, whole) {
  const half = label.length * CHIP.letter + CHIP.margin;
  return {
    x: Math.max(Math.min(middle(card).x, whole.x + whole.w - half), whole.x + half),
    y: Math.min(card.y + card.h + CHIP.down, whole.y + whole.h - CHIP.half),
  };
}

/** @typedef {{d: string, end: Point, angle: number}} Arrow */

/**
 * An arrow from the edge of one card to the edge of another; further ones run side by side.
 * @param {Box} from @param {Box} to @param {number} nth @returns {Arrow}
 */
export function arrowBetween(from, to, nth) {
  const [a, b] = [middle(from), middle(to)];
  const bow = BEND * (1 + 2 * Math.floor(nth / 2)) * (nth % 2 ? -1 : 1);
  const control = { x: (a.x + b.x) / 2 + (b.y - a.y) * bow * 2, y: (a.y + b.y) / 2 - (b.x - a.x) * bow * 2 };
  const [start, end] = [edge(from, control), edge(to, control)];
  const pair = (/** @type {Point} */ at) => `${at.x.toFixed(1)} ${at.y.toFixed(1)}`;
  return {
    d: `M${pair(start)}Q${pair(control)} ${pair(end)}`,
    end,
    angle: (Math.atan2(end.y - control.y, end.x - control.x) * 180) / Math.PI,
  };
}

/**
 * Where the way from a card's middle to a point leaves the card.
 * @param {Box} card @param {Point} toward @returns {Point}
 */
function edge(card, toward) {
  const at = middle(card);
  const [dx, dy] = [toward.x - at.x, toward.y - at.y];
  const part = Math.min(
    (card.w / 2 + CLEARANCE) / Math.abs(dx || 1e-9),
    (card.h / 2 + CLEARANCE) / Math.abs(dy || 1e-9),
    1,
  );
  return { x: at.x + dx * part, y: at.y + dy * part };
}

/** @param {Stroke} stroke @param {Arrow} arrow @param {boolean} isFresh @param {string} navy */
export function attack(stroke, arrow, isFresh, navy) {
  const at = `translate(${arrow.end.x.toFixed(1)} ${arrow.end.y.toFixed(1)})`;
  return s(
    "g",
    {
      class: `shot ${stroke.kind} navy-${navy}${isFresh ? " fresh" : ""} ${stroke.outcome ?? ""}`,
      "data-path": stroke.path.join(" "),
    },
    s("title", {}, [stroke.label, stroke.outcome].filter(Boolean).join(": ")),
    s("path", { class: "casing", d: arrow.d }),
    s("path", { class: "trace", d: arrow.d }),
    end(stroke.outcome ?? "", at, arrow.angle),
  );
}

/**
 * What an attack came to, as a shape: a burst, a splash, or an arrow while it is open.
 * @param {string} outcome @param {string} at @param {number} angle
 */
function end(outcome, at, angle) {
  if (outcome === "sunk" || outcome === "damaged")
    return s("path", { class: "burst", d: BURST, transform: at });
  if (outcome === "missed")
    return s("path", {
      class: "splash",
      d: "M-7 0a7 4 0 1 0 14 0a7 4 0 1 0-14 0M-3.500-2V-9M0-3V-12M3.500-2V-9",
      transform: at,
    });
  return s("path", {
    class: "head",
    d: "M3 0-8-5.500-5 0-8 5.500Z",
    transform: `${at} rotate(${angle.toFixed(0)})`,
  });
}
