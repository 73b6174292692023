/** Areas, wrecks and open map edges of a hex chart. */

import { s } from "../../kit/dom.js";
import { borderPath, bounds, centreOf, hexesPath } from "./geometry.js";
import { silhouette } from "../pieces/silhouettes.js";
import { pin } from "../stroke_marks.js";

/** @typedef {import("../types.js").Patch} Patch */
/** @typedef {import("../types.js").Piece} Piece */

/** How many names of wrecks a hex shows before it only counts them. */
const NAMES_SHOWN = 3;
/** Hexes from which on an area counts as wide. */
const WIDE_AREA = 4;

/**
 * Smoke as hatching, areas by their border.
 * @param {Patch[]} patches @param {(side: string) => string} navy
 * @param {string} hatch  the id of the smoke's pattern
 * @returns {SVGElement[]}
 */
export function drawPatches(patches, navy, hatch) {
  /** @type {Map<string, number>} */
  const labelled = new Map();
  return patches
    .filter((patch) => patch.places.length)
    .map((patch) => {
      const group = s(
        "g",
        { class: `patch ${patch.kind} navy-${navy(patch.side ?? "")}` },
        s("title", {}, patch.label ?? patch.kind),
      );
      if (patch.kind === "smoke")
        group.append(s("path", { class: "hatch", d: hexesPath(patch.places), fill: `url(#${hatch})` }));
      else if (patch.kind === "splash") group.append(...patch.places.map(splash));
      else {
        group.append(
          s("path", { class: "wash", d: hexesPath(patch.places) }),
          s("path", { class: "border", d: borderPath(patch.places) }),
        );
        const words = (patch.label ?? "").replaceAll("-", " ");
        const at = labelSpot(patch);
        const key = `${Math.round(at.x)},${Math.round(at.y)}`;
        if (words) group.append(areaLabel(words, at, labelled.get(key) ?? 0));
        labelled.set(key, (labelled.get(key) ?? 0) + 1);
      }
      return group;
    });
}

/** A column of water where a shell fell, and where three of them stand about a hex's middle. */
const COLUMN = "M-5 0Q-4-15-7-21-2-19 0-27 2-19 7-21 4-15 5 0ZM-11 1Q0 7 11 1";
const COLUMNS = [
  [-33, 14],
  [32, 6],
  [8, 38],
];

/** @param {string} place */
function splash(place) {
  const at = centreOf(place);
  return s(
    "g",
    { class: "columns" },
    ...COLUMNS.map(([x, y]) => s("path", { d: COLUMN, transform: `translate(${at.x + x} ${at.y + y})` })),
  );
}

/**
 * Over the highest row of a wide area, under the lowest of a small one.
 * @param {Patch} patch @returns {import("../geometry.js").Point}
 */
function labelSpot(patch) {
  const points = patch.places.map(centreOf);
  const isWide = points.length > WIDE_AREA;
  const edge = isWide ? Math.min(...points.map((p) => p.y)) : Math.max(...points.map((p) => p.y));
  const row = points.filter((p) => p.y === edge);
  return { x: row.reduce((sum, p) => sum + p.x, 0) / row.length, y: edge + (isWide ? -74 : 44) };
}

/**
 * @param {string} words @param {import("../geometry.js").Point} at
 * @param {number} nth  number of labels already there
 */
function areaLabel(words, at, nth) {
  const label = s("g", { class: "pinned area-label" }, s("text", { y: 14 + 13 * nth }, words));
  pin(label, at);
  return label;
}

/** The pattern of smoke. @param {string} id @returns {SVGElement} */
export function smokeHatch(id) {
  return s(
    "pattern",
    { id, width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
    s("path", { class: "smoke-line", d: "M0 2.500H9M0 7H9" }),
  );
}

/**
 * Ships that were sunk: ripples, and who lies there since when.
 * @param {Piece[]} pieces @param {(side: string) => string} navy @param {Set<string>} focus
 * @returns {SVGElement[]}
 */
export function drawWrecks(pieces, navy, focus) {
  /** @type {Map<string, Piece[]>} */
  const graves = new Map();
  for (const piece of pieces) {
    if (piece.face !== "out" || !piece.at || !(piece.marks ?? []).includes("sunk")) continue;
    graves.set(piece.at, [...(graves.get(piece.at) ?? []), piece]);
  }
  return [...graves].map(([place, sunk]) =>
    grave(
      place,
      sunk,
      navy,
      sunk.some((piece) => focus.has(piece.key)),
    ),
  );
}

/**
 * @param {string} place @param {Piece[]} sunk @param {(side: string) => string} navy @param {boolean} isNow
 */
function grave(place, sunk, navy, isNow) {
  const at = centreOf(place);
  const group = s(
    "g",
    { class: `wreck${isNow ? " now" : ""}` },
    s("title", {}, sunk.map(epitaph).join("; ")),
  );
  const ripples = s("g", { transform: `translate(${at.x} ${at.y + 34})` });
  for (const r of [11, 19, 27]) ripples.append(s("ellipse", { class: "ripple", rx: r, ry: r * 0.42 }));
  const hull = silhouette(sunk[0].kind ?? "", 22);
  if (hull)
    ripples.append(
      s("g", { class: `hull navy-${navy(sunk[0].side)}`, transform: "translate(0 -3) rotate(-32)" }, hull),
    );
  const names = s("g", { class: `pinned epitaph${isNow ? " now" : ""}` });
  const shown = sunk.length > NAMES_SHOWN ? sunk.slice(0, NAMES_SHOWN - 1) : sunk;
  const lines = shown.map(epitaph);
  if (shown.length < sunk.length) lines.push(`and ${sunk.length - shown.length} more`);
  lines.forEach((line, i) => names.append(s("text", { y: 12 + 12 * i }, line)));
  pin(names, { x: at.x, y: at.y + 44 });
  group.append(ripples, names);
  return group;
}

/** @param {Piece} piece */
function epitaph(piece) {
  return [piece.title, piece.note].filter(Boolean).join(", ");
}

/**
 * Edges that a side may leave or enter by: arrows along them in its colour.
 * @param {import("../types.js").HexMap} map @param {[string, string][]} edges
 * @param {(side: string) => import("../types.js").Side | undefined} sideOf @returns {SVGElement}
 */
export function drawEdges(map, edges, sideOf) {
  const group = s("g", { class: "edges" });
  const box = bounds(map, 20);
  const [right, low] = [box.x + box.w, box.y + box.h];
  /** @type {Record<string, [number, number, number, number, number]>} */
  const runs = {
    north: [box.x, box.y, right, box.y, -90],
    south: [box.x, low, right, low, 90],
    west: [box.x, box.y, box.x, low, 180],
    east: [right, box.y, right, low, 0],
  };
  edges.forEach(([edge, key], i) => {
    const run = runs[edge];
    if (!run) return;
    const side = sideOf(key);
    const [x1, y1, x2, y2, angle] = run;
    const one = s(
      "g",
      { class: `edge navy-${side?.navy ?? "none"}` },
      s("title", {}, `${side?.name ?? key}: open edge`),
      s("path", { class: "edge-line", d: `M${x1} ${y1}L${x2} ${y2}` }),
    );
    const count = Math.max(2, Math.round(Math.hypot(x2 - x1, y2 - y1) / 150));
    for (let k = 0; k < count; k++) {
      const part = (k + 0.5 + 0.22 * (i % 3)) / count;
      one.append(
        s("path", {
          class: "edge-arrow",
          d: "M-11-9 11 0-11 9-5 0Z",
          transform: `translate(${x1 + (x2 - x1) * part} ${y1 + (y2 - y1) * part}) rotate(${angle})`,
        }),
      );
    }
    group.append(one);
  });
  return group;
}
