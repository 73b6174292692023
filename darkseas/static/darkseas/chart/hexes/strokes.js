/** Lines on a hex chart: wakes, sightings, gunfire, torpedoes, and the words they carry. */

import { s } from "../../kit/dom.js";
import { BURST, chip } from "../stroke_marks.js";
import { centreOf, RADIUS } from "./geometry.js";

/** @typedef {import("../types.js").Stroke} Stroke */
/** @typedef {import("../geometry.js").Point} Point */

/** Older wakes are not drawn. */
const OLDEST_WAKE = 4;
/** How far short of a block's middle a line stops. */
const CLEARANCE = 22;

/**
 * The wakes: dotted, fainter with every turn.
 * @param {Stroke[]} strokes @param {Set<Stroke>} fresh @param {(side: string) => string} navy
 * @returns {SVGElement[]}
 */
export function drawWakes(strokes, fresh, navy) {
  return strokes
    .filter((stroke) => stroke.kind === "track" && (stroke.age ?? 0) < OLDEST_WAKE && stroke.path.length > 1)
    .map((stroke) =>
      s("path", {
        class: `wake navy-${navy(stroke.side)} age-${stroke.age ?? 0}${fresh.has(stroke) ? " fresh" : ""}`,
        d: smooth(stroke.path.map(centreOf)),
      }),
    );
}

/** A curve through points, by way of the middles between them. @param {Point[]} points */
function smooth(points) {
  const [first, ...rest] = points;
  let path = `M${first.x} ${first.y}`;
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    path += next
      ? `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
      : `L${point.x} ${point.y}`;
  });
  return path;
}

/**
 * This turn's sightings and attacks; words only for what is fresh.
 * @param {Stroke[]} strokes @param {Set<Stroke>} fresh @param {(side: string) => string} navy
 * @returns {{lines: SVGElement[], labels: SVGElement[]}}
 */
export function drawShots(strokes, fresh, navy) {
  const [lines, labels] = [/** @type {SVGElement[]} */ ([]), /** @type {SVGElement[]} */ ([])];
  /** @type {Map<string, number>} */
  const taken = new Map();
  /** @type {Map<string, number>} */
  const heaps = new Map();
  for (const stroke of strokes) {
    if (stroke.kind === "track" || (stroke.age ?? 0) > 0 || !stroke.path.length) continue;
    const ends = [stroke.path[0], stroke.path[stroke.path.length - 1]];
    const pair = [...ends].sort().join();
    const nth = taken.get(pair) ?? 0;
    taken.set(pair, nth + 1);
    const bow = bend(centreOf(ends[0]), centreOf(ends[1]), nth, stroke.kind === "fan");
    lines.push(shot(stroke, bow, fresh.has(stroke), navy(stroke.side)));
    if (!fresh.has(stroke) || !stroke.label) continue;
    const above = wordsAbove(centreOf(ends[0]), centreOf(ends[1]));
    const spot = `${Math.round(above.x)},${Math.round(above.y)}`;
    labels.push(chip(stroke, above, heaps.get(spot) ?? 0));
    heaps.set(spot, (heaps.get(spot) ?? 0) + 1);
  }
  return { lines, labels };
}

/** Over both hexes, so that the words hide neither. @param {Point} a @param {Point} b @returns {Point} */
function wordsAbove(a, b) {
  return { x: (a.x + b.x) / 2, y: Math.min(a.y, b.y) - RADIUS };
}

/** @typedef {{d: string, end: Point, angle: number}} Bow */

/**
 * An arc from hex to hex; further ones between the same hexes run side by side. Within one hex it is a loop
 * above the blocks.
 * @param {Point} a @param {Point} b @param {number} nth @param {boolean} isStraight @returns {Bow}
 */
function bend(a, b, nth, isStraight) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = Math.hypot(dx, dy);
  if (long < 1) {
    const high = 46 + 5 * Math.min(nth, 4);
    return {
      d: `M${a.x - 30} ${a.y - 12}Q${a.x} ${a.y - high * 1.5} ${a.x + 30} ${a.y - 12}`,
      end: { x: a.x + 30, y: a.y - 12 },
      angle: 62,
    };
  }
  const bow = isStraight ? 0 : (0.13 + 0.1 * Math.min(Math.floor(nth / 2), 3)) * long * (nth % 2 ? -1 : 1);
  const [nx, ny] = [dy / long, -dx / long];
  const control = { x: (a.x + b.x) / 2 + 2 * bow * nx * 0.6, y: (a.y + b.y) / 2 + 2 * bow * ny * 0.6 };
  const from = toward(a, control, CLEARANCE);
  const end = toward(b, control, CLEARANCE);
  return {
    d: `M${pair(from)}Q${pair(control)} ${pair(end)}`,
    end,
    angle: (Math.atan2(end.y - control.y, end.x - control.x) * 180) / Math.PI,
  };
}

/** A point as a path names it. @param {Point} at */
const pair = (at) => `${at.x.toFixed(1)} ${at.y.toFixed(1)}`;

/** @param {Point} from @param {Point} to @param {number} far @returns {Point} */
function toward(from, to, far) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(far / long, 0.45);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** How far apart torpedoes of a fan run at their end. */
const SPREAD = 26;

/** The outer tracks of a fan; the middle one is the line itself. @param {string[]} path */
function fanned(path) {
  const [a, b] = [centreOf(path[0]), centreOf(path[path.length - 1])];
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  if (long < 1) return [];
  const [nx, ny] = [(b.y - a.y) / long, (a.x - b.x) / long];
  const from = toward(a, b, CLEARANCE);
  return [-SPREAD, SPREAD].map((aside) => {
    const end = toward({ x: b.x + nx * aside, y: b.y + ny * aside }, a, CLEARANCE);
    return s("path", { class: "trace", d: `M${pair(from)}L${pair(end)}` });
  });
}

/** @param {Stroke} stroke @param {Bow} bow @param {boolean} isFresh @param {string} navy */
function shot(stroke, bow, isFresh, navy) {
  const group = s("g", {
    class: `shot ${stroke.kind} navy-${navy}${isFresh ? " fresh" : ""} ${stroke.outcome ?? ""}`,
  });
  if (stroke.label) group.append(s("title", {}, stroke.label));
  group.append(s("path", { class: "casing", d: bow.d }), s("path", { class: "trace", d: bow.d }));
  if (stroke.kind === "fan") group.append(...fanned(stroke.path));
  const at = `translate(${bow.end.x} ${bow.end.y})`;
  if (stroke.kind !== "sighting" && stroke.kind !== "contact") {
    group.append(
      s("path", { class: "head", d: "M3 0-7-5-4 0-7 5Z", transform: `${at} rotate(${bow.angle})` }),
    );
  } else group.append(s("circle", { class: "head", r: 3, transform: at }));
  if (stroke.outcome === "sunk" || stroke.outcome === "damaged") {
    group.append(s("path", { class: "burst", d: BURST, transform: at }));
  }
  return group;
}
