/** The ground of a hex chart: sea by depth, the real coast, land hexes, hexsides, numbers, names. */

import { s } from "../../kit/dom.js";
import { anchorsPath, sidesPath } from "./coast_marks.js";
import { written } from "./numbering.js";
import {
  allHexes,
  bounds,
  borderPath,
  centreOf,
  gridPath,
  hexesPath,
  label,
  centre,
  parse,
  RADIUS,
  ROW,
  WIDTH,
} from "./geometry.js";

/** @typedef {import("../types.js").HexMap} HexMap */
/** @typedef {{land: number[][][][]}} Coast */

/** Room between the hexes and the frame, and for the frame itself. */
export const MARGIN = 30;

let drawn = 0;

/**
 * Everything beneath the pieces.
 * @param {HexMap} map @param {Coast | null} coast @returns {SVGElement}
 */
export function drawGround(map, coast) {
  const rose = roseCorner(map);
  const ids = `g${(drawn += 1)}`;
  const frame = bounds(map, MARGIN);
  const box = { x: frame.x, y: frame.y, width: frame.w, height: frame.h };
  const out = new Set(map.excluded ?? []);
  const played = allHexes(map).filter((place) => !out.has(place));
  const shore = coast ? shorePath(map, coast) : "";
  return s(
    "g",
    { class: "ground" },
    s("defs", {}, hachure(`${ids}-hachure`), s("clipPath", { id: `${ids}-frame` }, s("rect", box))),
    s(
      "g",
      { "clip-path": `url(#${ids}-frame)` },
      s("rect", { class: "sea", ...box }),
      s("path", { class: "depth mid", d: shore }),
      s("path", { class: "depth near", d: shore }),
      s("path", { class: "depth shoal", d: shore }),
      s("path", { class: "shallows", d: hexesPath(map.shallows ?? []) }),
      s("path", { class: "land", d: shore }),
      s("path", { class: "land painted", d: coast ? "" : hexesPath(map.land ?? []) }),
      s("path", {
        class: coast ? "land-hexes" : "land-hexes bare",
        d: hexesPath(map.land ?? []),
        fill: `url(#${ids}-hachure)`,
      }),
      s("path", { class: "grid", d: gridPath(played) }),
      s("path", { class: "play-limit", d: borderPath(played) }),
      s("path", { class: "hexside-coast", d: sidesPath(map.edges ?? []) }),
      s("path", { class: "anchors", d: anchorsPath(map.ports ?? []) }),
    ),
    numbers(
      map,
      played.filter((place) => !isNear(centreOf(place), rose)),
    ),
    names(map),
  );
}

/** The strokes of land, as a pattern. @param {string} id */
export function hachure(id) {
  return s(
    "pattern",
    { id, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(38)" },
    s("path", { class: "hachure", d: "M0 1.500H4.500M3.500 5H7M0 5H1" }),
  );
}

/**
 * The coastline in the drawing's units: the coast's own map begins elsewhere.
 * @param {HexMap} map @param {Coast} coast
 */
export function shorePath(map, coast) {
  const row = map.coast_row ?? 0;
  const left = WIDTH * ((map.coast_col ?? 0) + 0.5 * (row & 1));
  const top = ROW * row;
  const point = (/** @type {number[]} */ [x, y]) =>
    `${(x / 10 - left).toFixed(1)} ${(y / 10 - top).toFixed(1)}`;
  return coast.land
    .flat()
    .map((ring) => `M${ring.map(point).join("L")}Z`)
    .join("");
}

/** @param {HexMap} map @param {string[]} places */
function numbers(map, places) {
  const land = new Set(map.land ?? []);
  const group = s("g", { class: "hex-numbers", "aria-hidden": "true" });
  for (const place of places) {
    if (land.has(place)) continue;
    const at = centreOf(place);
    const words = written(place, map.numbering);
    group.append(s("text", { class: `every-${sparsestFor(place)}`, x: at.x, y: at.y - RADIUS }, words));
  }
  return group;
}

/** Pixels that a number needs of the hexes from one to the next. */
const NUMBER_PX = 42;
/** Every how manieth column and row may have its number alone, from all of them. */
const SPACINGS = [1, 2, 4, 8];

/** Every how manieth hex shows its number, where a hex is so many pixels wide. Pure. @param {number} width */
export function numberSpacing(width) {
  return SPACINGS.find((every) => width * every >= NUMBER_PX) ?? SPACINGS[SPACINGS.length - 1];
}

/** The widest spacing at which a hex still shows its number. @param {string} place */
function sparsestFor(place) {
  const { col, row } = parse(place);
  return SPACINGS.findLast((every) => col % every === 0 && row % every === 0) ?? 1;
}

/**
 * The words for a place: an island and the sea spread out, a cape or port beside a dot.
 * @param {HexMap} map
 */
export function names(map) {
  const group = s("g", { class: "place-names" });
  for (const place of map.places ?? []) {
    const at = centreOf(place.hex);
    const kind = place.kind ?? "mark";
    const isPoint = kind === "cape" || kind === "port" || kind === "mark";
    const name = s("g", { class: `place ${kind}` });
    if (isPoint) name.append(s("circle", { cx: at.x, cy: at.y, r: kind === "port" ? 3 : 2 }));
    name.append(
      s(
        "text",
        {
          x: at.x + (isPoint ? 6 : 0),
          y: at.y + (isPoint ? 3 : 5),
          "text-anchor": isPoint ? "start" : "middle",
        },
        place.name,
      ),
    );
    group.append(name);
  }
  return group;
}

/**
 * The neat line around the chart, ticked at every hex, and its corner words.
 * @param {HexMap} map @returns {SVGElement}
 */
export function drawFrame(map) {
  const inner = bounds(map, MARGIN);
  const outer = bounds(map, MARGIN + 9);
  const dark = [];
  for (let x = inner.x; x < inner.x + inner.w; x += WIDTH) {
    const wide = Math.min(WIDTH / 2, inner.x + inner.w - x);
    dark.push(
      `M${x} ${outer.y + 2.5}h${wide}v4h${-wide}z`,
      `M${x} ${inner.y + inner.h + 2.5}h${wide}v4h${-wide}z`,
    );
  }
  for (let y = inner.y; y < inner.y + inner.h; y += ROW) {
    const tall = Math.min(ROW / 2, inner.y + inner.h - y);
    dark.push(
      `M${outer.x + 2.5} ${y}v${tall}h4v${-tall}z`,
      `M${inner.x + inner.w + 2.5} ${y}v${tall}h4v${-tall}z`,
    );
  }
  const rect = (/** @type {{x: number, y: number, w: number, h: number}} */ b, /** @type {string} */ name) =>
    s("rect", { class: name, x: b.x, y: b.y, width: b.w, height: b.h });
  return s(
    "g",
    { class: "frame", "aria-hidden": "true" },
    rect(inner, "neat"),
    rect(outer, "neat outer"),
    s("path", { class: "ticks", d: dark.join("") }),
  );
}

/** A compass rose in the corner with the least land. @param {HexMap} map @returns {SVGElement} */
export function drawRose(map) {
  const at = roseCorner(map);
  const rose = s("g", { class: "rose", transform: `translate(${at.x} ${at.y})`, "aria-hidden": "true" });
  rose.append(s("circle", { r: 46 }), s("circle", { r: 42 }));
  const ticks = [];
  for (let d = 0; d < 360; d += 5) ticks.push(`M0-46V${d % 30 ? -43.5 : -40}`);
  ticks.forEach((tick, i) =>
    rose.append(s("path", { class: "tick", d: tick, transform: `rotate(${i * 5})` })),
  );
  for (const [angle, long, wide] of [
    [45, 30, 6.5],
    [0, 46, 8],
  ]) {
    for (let turn = 0; turn < 4; turn++) {
      rose.append(
        s("path", {
          class: "ray",
          d: `M0 0 0-${long} ${wide}-${wide}Z`,
          transform: `rotate(${angle + 90 * turn})`,
        }),
        s("path", {
          class: "ray light",
          d: `M0 0 0-${long}-${wide}-${wide}Z`,
          transform: `rotate(${angle + 90 * turn})`,
        }),
      );
    }
  }
  rose.append(s("text", { y: -50 }, "N"));
  return rose;
}

/**
 * Whether a hex's number would lie under the rose.
 * @param {{x: number, y: number}} hex @param {{x: number, y: number}} rose
 */
function isNear(hex, rose) {
  return Math.hypot(hex.x - rose.x, hex.y - 40 - rose.y) < 62;
}

/** @param {HexMap} map */
function roseCorner(map) {
  const [right, low] = [map.cols - 2, map.rows - 2];
  const named = (map.places ?? []).map((place) => place.hex);
  const weigh = (/** @type {number} */ col, /** @type {number} */ row) => {
    const near = [label(col, row), label(col + 1, row), label(col, row + 1), label(col + 1, row + 1)];
    const land = near.filter((place) => (map.land ?? []).includes(place)).length;
    return 4 * land + 3 * near.filter((place) => named.includes(place)).length;
  };
  const choices = [
    [right, low],
    [right, 0],
    [0, low],
    [0, 0],
  ].map(([col, row]) => ({ col, row, weight: weigh(col, row) }));
  const best = choices.reduce((a, b) => (b.weight < a.weight ? b : a));
  const hex = centre(best.col, best.row);
  return { x: hex.x + WIDTH * 0.75, y: hex.y + ROW * 0.5 };
}
