/**
 * How choosing on the map changes an order: the first tap selects something, the second one says what to do
 * with it. Pure; everything follows from the form.
 */

import { focusOf, isSame, valueOf, wayTo } from "./cells.js";
import { inCell, rowOf, withCell, withLine, withLineCell, withoutLine } from "./filled_order.js";
import { handleNamed, targetCells } from "./form_subjects.js";
import { costOf, courseFrom } from "./waypoints.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Held} Held */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("./form_subjects.js").Act} Act */
/** @typedef {import("./form_subjects.js").Handle} Handle */
/** @typedef {import("./form_subjects.js").Mark} Mark */
/** @typedef {import("../../darkseas/chart/types.js").Picked} Picked */
/** @typedef {{order: FilledOrder, held: Held | null, isMeant: boolean}} Choice */

/**
 * A possible result of an act: the value of a cell, undefined for a fixed target; and the cost of a route.
 */
/** @typedef {{act: Act, name: string, value: Json | undefined, place: string, before: string,
 *   cost: number}} Target */

/**
 * The acts possible with the selection.
 * @param {Handle[]} handles @param {FilledOrder} order
 * @param {Held | null} held @returns {Act[]}
 */
export function actsInHand(handles, order, held) {
  const acts = held ? (handleNamed(handles, held.handle)?.acts ?? []) : [];
  if (held?.blank === undefined) return acts;
  const row = order.lines[held.blank]?.[held.line ?? 0]?.row;
  return acts.filter((act) => act.blank === held.blank && act.row === row);
}

/**
 * The targets on the map for the selection.
 * @param {Handle[]} handles
 * @param {FilledOrder} order @param {Held | null} held @returns {Target[]}
 */
export function targetsInHand(handles, order, held) {
  return actsInHand(handles, order, held).flatMap((act) =>
    targetCells(act).flatMap((cell) =>
      cell.blank === "course"
        ? courseTargets(act, cell, pathInHand(order, held, cell))
        : valueTargets(act, cell),
    ),
  );
}

/**
 * The route that waypoints continue: none if each choice is a new route.
 * @param {FilledOrder} order @param {Held | null} held @param {import("../types.js").Course} cell
 */
export function pathInHand(order, held, cell) {
  if (!held?.stops || held.blank === undefined || held.line === undefined) return [];
  const way = order.lines[held.blank][held.line]?.cells[cell.name];
  return Array.isArray(way) ? /** @type {string[]} */ (way) : [];
}

/**
 * The places reached. An edge appears there once for each place it can be left from; the cheapest one is
 * used.
 * @param {Act} act @param {import("../types.js").Course} cell @param {string[]} way  so far
 * @returns {Target[]}
 */
function courseTargets(act, cell, way) {
  const course = courseFrom(cell, way);
  const places = [...new Set(course.reach.map((one) => one.place))];
  return places.map((place) => {
    const value = [...way, ...(wayTo(course, place) ?? [])];
    const before = value.at(-2) ?? cell.start;
    const end = course.reach.filter((one) => one.place === place);
    const cost = costOf(cell, way) + Math.min(...end.map((one) => one.cost));
    return { act, name: cell.name, value, place, before, cost };
  });
}

/** @param {Act} act @param {import("../types.js").Cell} cell @returns {Target[]} */
function valueTargets(act, cell) {
  const name = cell.blank === "fixed" ? "" : cell.name;
  const values = cell.blank === "fixed" ? [cell] : cell.blank === "choice" ? cell.values : [];
  return values.flatMap((value) =>
    focusOf(cell, value).map((place) => ({ act, name, value: value.value, place, before: "", cost: 0 })),
  );
}

/**
 * Handles a tap, a drop or a key. While a course is plotted by waypoints, tapping a highlighted place extends
 * it, even if a piece is there; otherwise a tap on another piece selects that piece.
 * @param {FilledOrder} order @param {Held | null} held @param {Picked} picked @param {Handle[]} handles
 * @returns {Choice}
 */
export function choose(order, held, picked, handles) {
  const handle = handles.find((one) => one.piece && one.piece === picked.piece);
  const target = targetAt(order, held, picked, handles);
  const isOther = handle && handle.key !== held?.handle && !picked.isDropped && !held?.stops;
  if (target && !(isOther && target.place !== picked.piece)) {
    const all = broadside(held, target, handles);
    return { ...(all.length > 1 ? laid(order, all) : aimed(order, held, target)), isMeant: true };
  }
  if (handle) return { ...taken(order, held, handle), isMeant: true };
  return { order, held: null, isMeant: held !== null };
}

/**
 * @param {FilledOrder} order @param {Held | null} held @param {Picked} picked @param {Handle[]} handles
 * @returns {Target | undefined}
 */
function targetAt(order, held, picked, handles) {
  const targets = targetsInHand(handles, order, held);
  const near = (/** @type {string} */ name) => targets.filter((one) => name && one.place === name);
  const found = near(picked.piece).length ? near(picked.piece) : near(picked.place);
  return (
    found.find((one) => !hasLine(order, one.act)) ?? found.find((one) => !isFilled(order, one)) ?? found[0]
  );
}

/**
 * The targets of all guns of the selected ship that one tap aims: each mount has its own line, and a selected
 * line is aimed alone.
 * @param {Held | null} held @param {Target} target @param {Handle[]} handles @returns {Target[]}
 */
function broadside(held, { act: { blank }, name, place }, handles) {
  if (held?.blank !== undefined || !held) return [];
  const acts = handleNamed(handles, held.handle)?.acts ?? [];
  return acts
    .filter((act) => act.blank === blank && act.cells.some(isMount))
    .flatMap((act) => targetCells(act).flatMap((cell) => valueTargets(act, cell)))
    .filter((one) => one.name === name && one.place === place);
}

/** @param {import("../types.js").Cell} cell */
const isMount = (cell) => cell.blank === "fixed" && cell.subject === "mount";

/** @param {FilledOrder} order @param {Target[]} targets @returns {{order: FilledOrder, held: null}} */
function laid(order, targets) {
  const next = targets.reduce((so, one) => aimed(so, null, one).order, order);
  return { order: next, held: null };
}

/** @param {FilledOrder} order @param {Act} act */
function hasLine(order, act) {
  return order.lines[act.blank].some((line) => line.row === act.row);
}

/** @param {FilledOrder} order @param {Target} target */
function isFilled(order, target) {
  return order.lines[target.act.blank].some(
    (line) => line.row === target.act.row && (!target.name || isSame(line.cells[target.name], target.value)),
  );
}

/**
 * Selects something, deselects it, or does the only thing that can be done with it.
 * @param {FilledOrder} order @param {Held | null} held @param {Handle} handle
 */
function taken(order, held, handle) {
  if (!handle.acts.length && handle.marks.length === 1)
    return { order: toggled(order, handle.marks[0]), held: null };
  if (held?.handle === handle.key) return { order, held: null };
  return takenInHand(order, handle);
}

/**
 * Does the only possible thing with a handle; otherwise selects it.
 * @param {FilledOrder} order @param {Handle} handle @returns {{order: FilledOrder, held: Held | null}}
 */
export function takenInHand(order, handle) {
  const [act, ...others] = handle.acts;
  const isPlain = act && !others.length && !handle.marks.length && !targetCells(act).length;
  if (!isPlain) return { order, held: { handle: handle.key } };
  const at = order.lines[act.blank].findIndex((line) => line.row === act.row);
  if (at >= 0 && isAllFixed(act)) return { order: withoutLine(order, act.blank, at), held: null };
  const next = at >= 0 ? order : withLine(order, act.blank, act.row);
  const line = at >= 0 ? at : next.lines[act.blank].length - 1;
  return {
    order: next,
    held: isAllFixed(act) ? null : { handle: handle.key, blank: act.blank, line },
  };
}

/** @param {Act} act */
const isAllFixed = (act) => act.cells.every((cell) => cell.blank === "fixed");

/** Adds a value to a blank for several, or removes it. @param {FilledOrder} order @param {Mark} mark */
export function toggled(order, mark) {
  const chosen = /** @type {Json[]} */ (order.cells[mark.blank] ?? []);
  const isIn = chosen.some((value) => isSame(value, mark.value));
  const next = isIn ? chosen.filter((value) => !isSame(value, mark.value)) : [...chosen, mark.value];
  return withCell(order, mark.blank, next);
}

/** @param {FilledOrder} order @param {Held | null} held @param {Target} target */
function aimed(order, held, { act, name, value }) {
  /** @type {import("../types.js").Blanks} */
  const chosen = name && value !== undefined ? { [name]: value } : {};
  const at = held?.blank === act.blank ? (held.line ?? -1) : lineOf(order, act);
  const next =
    at < 0
      ? withLine(order, act.blank, act.row, chosen)
      : name
        ? withLineCell(order, act.blank, at, name, value)
        : order;
  const line = at < 0 ? next.lines[act.blank].length - 1 : at;
  if (held?.stops && Array.isArray(value))
    return { order: next, held: { ...heldLine(held, act, line), stops: [...held.stops, value.length] } };
  return { order: next, held: isDone(act) ? null : heldLine(held, act, line) };
}

/**
 * Turns waypoints on or off for the selection; an existing route continues from its end.
 * @param {FilledOrder} order @param {Held} held @param {boolean} isOn @returns {Held}
 */
export function byWaypoints(order, { stops, ...held }, isOn) {
  if (!isOn) return held;
  const cell = courseInHand(order, held);
  if (!cell && held.blank !== undefined) return held;
  const way = cell ? pathInHand(order, { ...held, stops: [] }, cell) : [];
  return { ...held, stops: stops ?? way.map((_, at) => at + 1) };
}

/** The course of the selected line. @param {FilledOrder} order @param {Held} held */
function courseInHand(order, { blank, line }) {
  if (blank === undefined || line === undefined || !order.lines[blank]?.[line]) return undefined;
  return rowOf(order, blank, line).find((cell) => cell.blank === "course");
}

/**
 * Removes the last waypoint; removing the first one also removes the line.
 * @param {FilledOrder} order @param {Held} held @returns {{order: FilledOrder, held: Held}}
 */
export function withoutLastStop(order, held) {
  const { blank, line, stops = [] } = held;
  const cell = courseInHand(order, held);
  if (blank === undefined || line === undefined || !cell || !stops.length) return { order, held };
  const left = stops.slice(0, -1);
  if (!left.length)
    return { order: withoutLine(order, blank, line), held: { handle: held.handle, stops: [] } };
  const shorter = pathInHand(order, held, cell).slice(0, left.at(-1));
  return { order: withLineCell(order, blank, line, cell.name, shorter), held: { ...held, stops: left } };
}

/** @param {Held | null} held @param {Act} act @param {number} line @returns {Held} */
function heldLine(held, act, line) {
  return { handle: held?.handle ?? "", blank: act.blank, line };
}

/** @param {FilledOrder} order @param {Act} act */
function lineOf(order, act) {
  return order.lines[act.blank].findIndex((line) => line.row === act.row);
}

/** Whether an act has no choice left other than its target. @param {Act} act */
function isDone(act) {
  const targets = new Set(targetCells(act));
  return act.cells.every((cell) => cell.blank === "fixed" || targets.has(cell));
}

/**
 * The handle of a line, for selecting it again.
 * @param {Handle[]} handles @param {FilledOrder} order @param {string} blank @param {number} line
 * @returns {Held | null}
 */
export function holdLine(handles, order, blank, line) {
  const row = order.lines[blank]?.[line]?.row;
  const handle = handles.find((one) => one.acts.some((act) => act.blank === blank && act.row === row));
  return handle ? { handle: handle.key, blank, line } : null;
}

/** Whether a handle already has a line or a mark. @param {FilledOrder} order @param {Handle} handle */
export function isInUse(order, handle) {
  const isMarked = handle.marks.some((mark) =>
    /** @type {Json[]} */ (order.cells[mark.blank] ?? []).some((value) => isSame(value, mark.value)),
  );
  return isMarked || handle.acts.some((act) => hasLine(order, act));
}

/**
 * The places and pieces of a line: its route with the start, or its target.
 * @param {Act} act @param {import("../types.js").FilledLine} line @returns {string[]}
 */
export function pathOfLine(act, line) {
  for (const cell of targetCells(act)) {
    const value = inCell(line, cell);
    if (value === undefined) continue;
    if (cell.blank === "course") return [cell.start, .../** @type {string[]} */ (value)].filter(Boolean);
    return focusOf(cell, valueOf(cell, value)).slice(0, 1);
  }
  return [];
}
