/** What the map highlights: what can be selected, where it can go, and what is chosen already. Pure. */

import { pathOfLine, targetsInHand } from "./choosing.js";
import { endWords, sayValue } from "./cells.js";
import { cellsOf, rowsOf } from "./filled_order.js";
import { handleNamed, pieceOf } from "./form_subjects.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Held} Held */
/** @typedef {import("./form_subjects.js").Handle} Handle */
/** @typedef {import("../../darkseas/chart/types.js").Offer} Offer */
/** @typedef {import("../../darkseas/chart/types.js").Piece} Piece */
/** @typedef {import("../../darkseas/chart/types.js").Plan} Plan */

/**
 * @param {FilledOrder} order @param {Held | null} held @param {Handle[]} handles @param {Piece[]} pieces
 * @returns {Offer}
 */
export function offerOf(order, held, handles, pieces) {
  const targets = targetsInHand(handles, order, held);
  const handle = held ? handleNamed(handles, held.handle) : undefined;
  const aims = targets.filter((one) => pieceOf(one.place, pieces));
  const own = handles.filter((one) => one.piece);
  return {
    held: handle?.piece ?? "",
    pieces: [
      ...own.map((one) => ({ key: one.piece, words: mayDo(one) })),
      ...once(aims.map((one) => ({ key: pieceOf(one.place, pieces), words: one.act.title, isAim: true }))),
    ],
    places: placesOf(targets.filter((one) => !pieceOf(one.place, pieces))),
    plans: plansOf(order, held, handles, pieces),
  };
}

/**
 * The places that the tutorial names here, ringed until an order goes there.
 * @param {FilledOrder} order @param {Plan[]} plans  already chosen @returns {Plan[]}
 */
export function guidePlans({ form }, plans) {
  const places = new Set((form.guide ?? []).flatMap((one) => one.focus ?? []));
  for (const plan of plans) places.delete(plan.path.at(-1) ?? "");
  return [...places].map((place) => ({ path: [place], kind: "guide" }));
}

/** Up to this many names are listed; more would fill the line. */
const MOST_NAMES = 3;

/**
 * The hint after a tap on a place without a selection; "" if nothing could go there.
 * @param {Handle[]} handles
 */
export function inHandFirst(handles) {
  const names = handles.filter((one) => one.acts.length).map((one) => one.words);
  if (!names.length) return "";
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return `First choose a unit: ${shown}${names.length > MOST_NAMES ? " …" : ""}; then a place.`;
}

/**
 * The hint after a tap on a place that the selection could not reach, which deselected it.
 * @param {Handle[]} handles @param {Held} held
 */
export function letGoText(handles, held) {
  const words = handleNamed(handles, held.handle)?.words;
  return words ? `${words}: not possible there. Choose it again, then a highlighted place.` : "";
}

/** @param {Handle} handle */
function mayDo(handle) {
  const titles = new Set([...handle.acts, ...handle.marks].map((one) => one.title));
  return `available orders: ${[...titles].join(", ")}`;
}

/** @param {Offer["pieces"]} pieces */
function once(pieces) {
  return [...new Map(pieces.map((one) => [one.key, one])).values()];
}

/** @param {import("./choosing.js").Target[]} targets */
function placesOf(targets) {
  /** @type {Map<string, import("../../darkseas/chart/types.js").OfferedPlace>} */
  const places = new Map();
  for (const { act, name, value, place, before, cost } of targets) {
    if (places.has(place)) continue;
    const cell = act.cells.find((one) => one.name === name);
    const said = cell && value !== undefined ? sayValue(cell, value) : "";
    const end = cell?.blank === "course" ? endWords(cell, place) : said || place;
    places.set(place, {
      place,
      beside: before,
      note: cost ? String(cost) : "",
      words: `${act.title}: ${end}${cost ? `, costs ${cost}` : ""}`,
    });
  }
  return [...places.values()];
}

/**
 * What is chosen already, as drawn on the map: a route, an arrow to the target, a ring.
 * @param {FilledOrder} order @param {Held | null} held @param {Handle[]} handles @param {Piece[]} pieces
 * @returns {Plan[]}
 */
function plansOf(order, held, handles, pieces) {
  const acts = handles.flatMap((handle) => handle.acts.map((act) => ({ act, handle })));
  const lines = rowsOf(order).flatMap((blank) =>
    order.lines[blank.name].flatMap((line, at) => {
      const found = acts.find((one) => one.act.blank === blank.name && one.act.row === line.row);
      const path = found ? pathOfLine(found.act, line) : [];
      if (!found || !path.length) return [];
      const isCourse = found.act.cells.some((cell) => cell.blank === "course");
      const words = found.handle.piece ? "" : found.handle.words;
      const isHeld = held?.blank === blank.name && held.line === at;
      const from = found.handle.piece && !isCourse ? [found.handle.piece] : [];
      return [{ path: [...from, ...path], kind: isCourse ? "way" : "aim", words, isHeld }];
    }),
  );
  const marks = cellsOf(order).flatMap((cell) =>
    cell.blank === "several"
      ? /** @type {import("../types.js").Json[]} */ (order.cells[cell.name] ?? []).flatMap((value) => {
          const piece = typeof value === "string" ? pieceOf(value, pieces) : "";
          return piece ? [{ path: [piece], kind: "mark" }] : [];
        })
      : [],
  );
  return [...lines, ...marks];
}
