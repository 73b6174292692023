/**
 * Where cards lie. Rows of a group lie in one frame, frames in lines, a side's front toward the strait
 * between the fleets; cards are as large as the window allows. Pure. One unit is a pixel when all is seen.
 */

import { nearestThatWay } from "../geometry.js";

/** @typedef {import("../types.js").CardRow} CardRow */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {{w: number, h: number}} Size */
/** @typedef {Box & {side: string, title: string}} Frame  a group's border */
/**
 * @typedef {{x: number, y: number, text: string}} Heading  a row's words, from their left end on the baseline
 */
/** @typedef {{size: Size, whole: Box, spots: Map<string, Box>, places: Map<string, Box>, frames: Frame[],
 *   headings: Heading[], strait: Box}} Layout  `spots` by piece, `places` by "row/slot" */
/** @typedef {{key: string, title: string, cards: Piece[]}} Tray */
/** @typedef {{title: string, side: string, trays: Tray[]}} Group */

/** A card is so high for its width. */
const SHAPE = 96 / 168;
/** The widest card, and by how much it is made narrower until all fits. */
const [WIDEST, FINER] = [190, 2];
const MARGIN = 10;
/** Between the cards of a row, as part of a card's width; between rows; between groups. */
const [CARD_GAP, TRAY_GAP, GROUP_GAP] = [0.075, 12, 14];
/** A frame's inner edge, room for its title and for the titles of its rows. */
const [PAD, TITLE_HIGH, HEADING_HIGH] = [8, 13, 17];
/** Widths of letters: titles of groups and of rows. */
const [TITLE_LETTER, HEADING_LETTER] = [7.6, 6.3];
const [STRAIT_LEAST, STRAIT_MOST] = [44, 92];

/** The group's title and the row's own, from "Battle group, tier 3". @param {string} title */
export function inTwo(title) {
  const comma = title.indexOf(", ");
  const own = comma < 0 ? "" : title.slice(comma + 2);
  return {
    group: comma < 0 ? title : title.slice(0, comma),
    own: own.charAt(0).toUpperCase() + own.slice(1),
  };
}

/** Where a card lies: the row's key and the place in it. @param {string} at */
export function placeOf(at) {
  const slash = at.lastIndexOf("/");
  return { row: at.slice(0, slash), slot: at.slice(slash + 1) };
}

/**
 * The groups of a side from rear to front, each with its rows; a row without cards is left out.
 * @param {CardRow[]} rows @param {Piece[]} pieces @param {string} side @returns {Group[]}
 */
export function groupsOf(rows, pieces, side) {
  /** @type {Group[]} */
  const groups = [];
  for (const row of rows.filter((one) => one.side === side)) {
    const cards = pieces.filter((piece) => placeOf(piece.at).row === row.key);
    if (!cards.length) continue;
    cards.sort((a, b) => placeOf(a.at).slot.localeCompare(placeOf(b.at).slot, "en", { numeric: true }));
    const { group, own } = inTwo(row.title);
    const last = groups.at(-1);
    const tray = { key: row.key, title: own, cards };
    if (last?.title === group) last.trays.push(tray);
    else groups.push({ title: group, side, trays: [tray] });
  }
  return groups;
}

/**
 * Boxes side by side in as many lines as it takes.
 * @param {Size[]} sizes @param {number} wide @param {number} gap
 * @returns {Size & {at: {x: number, y: number, line: number}[], lines: Size[]}}
 */
function flow(sizes, wide, gap) {
  /** @type {{w: number, h: number, y: number}[]} */
  const lines = [];
  const at = sizes.map((size) => {
    let line = lines.at(-1);
    if (!line || line.w + gap + size.w > wide) {
      line = { w: -gap, h: 0, y: line ? line.y + line.h + gap : 0 };
      lines.push(line);
    }
    const x = line.w + gap;
    line.w = x + size.w;
    line.h = Math.max(line.h, size.h);
    return { x, y: line.y, line: lines.length - 1 };
  });
  const last = lines.at(-1);
  return { w: Math.max(0, ...lines.map((line) => line.w)), h: last ? last.y + last.h : 0, at, lines };
}

/** A title without what stands behind its colon. @param {string} title */
const brief = (title) => title.split(": ")[0];

/** As much of a row's title as there is room for. @param {string} title @param {number} wide */
function fitting(title, wide) {
  const most = Math.floor(wide / HEADING_LETTER);
  if (title.length <= most) return title;
  return brief(title).length <= most ? brief(title) : `${brief(title).slice(0, most - 1)}…`;
}

/** A group laid out by itself. @param {Group} group @param {Size} size  of a card @param {number} wide */
function layGroup(group, size, wide) {
  const inner = wide - 2 * PAD;
  const high = group.trays.some((tray) => tray.title) ? HEADING_HIGH : 0;
  const trays = group.trays.map((tray) => {
    const cards = flow(
      tray.cards.map(() => size),
      inner,
      size.w * CARD_GAP,
    );
    const w = Math.min(Math.max(cards.w, brief(tray.title).length * HEADING_LETTER), inner);
    return { tray, cards, title: fitting(tray.title, w), w, h: cards.h + high };
  });
  const lines = flow(trays, inner, TRAY_GAP);
  const w = Math.min(Math.max(lines.w, group.title.length * TITLE_LETTER + 14), inner);
  return { group, trays, lines, high, w: w + 2 * PAD, h: lines.h + TITLE_HIGH + PAD };
}

/**
 * A side's groups in lines, the front first.
 * @param {Group[]} groups @param {Size} size @param {number} wide
 */
function laySide(groups, size, wide) {
  const laid = [...groups].reverse().map((group) => layGroup(group, size, wide));
  return { laid, lines: flow(laid, wide, GROUP_GAP) };
}

/**
 * Lays both fleets out: the first side below, the others above, in the largest cards that the window holds.
 * @param {{rows: CardRow[], sides: {key: string}[]}} ground @param {Piece[]} pieces
 * @param {Size & {least: number, top?: number, right?: number, bottom?: number}} window_  its size in pixels,
 *   how narrow a card may get,
 *   and what is covered at its edges
 * @returns {Layout}
 */
export function layOut(ground, pieces, window_) {
  const wide = Math.max(window_.w - 2 * MARGIN - (window_.right ?? 0), window_.least + 2 * PAD);
  const high = window_.h - 2 * MARGIN - (window_.top ?? 0) - (window_.bottom ?? 0);
  const [below, ...above] = ground.sides.map((side) => groupsOf(ground.rows, pieces, side.key));
  let [w, found] = [WIDEST, arrange(below ?? [], above.flat(), WIDEST, wide)];
  while (found.h > high && w > window_.least) {
    w -= FINER;
    found = arrange(below ?? [], above.flat(), w, wide);
  }
  const spare = Math.max(high - found.h, 0);
  const strait = STRAIT_LEAST + Math.min(spare, STRAIT_MOST - STRAIT_LEAST);
  const top = MARGIN + (window_.top ?? 0) + (spare - (strait - STRAIT_LEAST)) / 2;
  return settle(
    found,
    { x: MARGIN, y: top, w: wide, h: strait },
    { w: window_.w, h: Math.max(window_.h, window_.h - high + found.h) },
  );
}

/** @param {Group[]} below @param {Group[]} above @param {number} w @param {number} wide */
function arrange(below, above, w, wide) {
  const size = { w, h: w * SHAPE };
  const [low, up] = [laySide(below, size, wide), laySide(above, size, wide)];
  return { size, low, up, h: low.lines.h + STRAIT_LEAST + up.lines.h };
}

/**
 * Gives everything its place on the drawing.
 * @param {ReturnType<typeof arrange>} found
 * @param {Box} at  where the drawing begins, how wide it is, how wide the strait
 * @param {Size} whole @returns {Layout}
 */
function settle(found, at, whole) {
  const { size, up, low } = found;
  const strait = { x: at.x, y: at.y + up.lines.h, w: at.w, h: at.h };
  /** @type {Layout} */
  const layout = {
    size,
    whole: { x: 0, y: 0, ...whole },
    spots: new Map(),
    places: new Map(),
    frames: [],
    headings: [],
    strait,
  };
  settleSide(up, at, (y, h) => strait.y - y - h, layout);
  settleSide(low, at, (y) => strait.y + strait.h + y, layout);
  return layout;
}

/**
 * @param {ReturnType<typeof laySide>} side @param {Box} at @param {(y: number, h: number) => number} down
 * @param {Layout} layout
 */
function settleSide(side, at, down, layout) {
  side.laid.forEach((one, i) => {
    const { x, y, line } = side.lines.at[i];
    const left = at.x + (at.w - side.lines.lines[line].w) / 2 + x;
    settleGroup(one, { x: left, y: down(y, one.h), w: one.w, h: one.h }, layout);
  });
}

/** @param {ReturnType<typeof layGroup>} one @param {Box} box @param {Layout} layout */
function settleGroup(one, box, layout) {
  layout.frames.push({ ...box, side: one.group.side, title: one.group.title });
  const spare = (box.w - 2 * PAD - one.lines.w) / 2;
  one.trays.forEach(({ tray, cards, title }, i) => {
    const [x, y] = [box.x + PAD + spare + one.lines.at[i].x, box.y + TITLE_HIGH + one.lines.at[i].y];
    if (title) layout.headings.push({ x, y: y + HEADING_HIGH - 7, text: title });
    tray.cards.forEach((piece, k) => {
      const spot = { x: x + cards.at[k].x, y: y + one.high + cards.at[k].y, ...layout.size };
      layout.spots.set(piece.key, spot);
      layout.places.set(piece.at, spot);
    });
  });
}

/** @param {Box} box */
export const middle = (box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/**
 * The nearest card that way; none at the edge.
 * @param {Map<string, Box>} spots @param {string} from @param {string} arrow
 */
export function nextCard(spots, from, arrow) {
  const keys = [...spots.keys()];
  return keys[nearestThatWay([...spots.values()].map(middle), keys.indexOf(from), arrow)];
}
