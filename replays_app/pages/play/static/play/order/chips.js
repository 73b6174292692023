/** The lines of an order as chips: who acts, the target or destination, and the means. Pure. */

import { isCharted, isSame, sayValue, valueOf } from "./cells.js";
import { cellsOf, faultsOf, inCell, rowsOf, takenOnce } from "./filled_order.js";
import { handleCellOf, rowTitle } from "./form_subjects.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").FilledLine} FilledLine */
/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Json} Json */

/**
 * A chip: `place` is that of its line or blank, as in previews and refusals ("moves.0"); `aim` is the target
 * or destination; `isOpen` says that something must still be chosen, `isFixed` that the chip cannot be
 * removed.
 * @typedef {{place: string, blank: string, at: number | null, value?: Json, who: string, aim: string,
 *   rest: string, isOpen: boolean, isFixed: boolean, mounts?: Mounts | null}} Chip
 */

/**
 * Which weapons fire in a line that does not list them all, in words; which are silent, and which fire
 * elsewhere.
 * @typedef {{said: string, fire: string, silent: string, elsewhere: string}} Mounts
 */

/** @param {FilledOrder} order @returns {Chip[]} */
export function chipsOf(order) {
  const open = new Set(faultsOf(order).map((fault) => `${fault.blank}.${fault.at}`));
  const lines = rowsOf(order).flatMap((blank) =>
    order.lines[blank.name].map((line, at) => {
      const isStanding = Boolean(blank.least && blank.least >= blank.rows.length);
      const place = `${blank.name}.${at}`;
      return {
        ...lineChip(blank.rows[line.row], line, rowTitle(blank, line.row)),
        place,
        blank: blank.name,
        at,
        isOpen: open.has(place),
        isFixed: isStanding,
        mounts: mountsOf(order, blank, line),
      };
    }),
  );
  return [...lines, ...cellsOf(order).flatMap((cell) => cellChips(order, cell))];
}

/** @param {Cell[]} row @param {FilledLine} line @param {string} title */
function lineChip(row, line, title) {
  const handle = handleCellOf(row);
  const who = handle ? valueOf(handle, handle.value).words : title;
  const others = row.filter((cell) => cell !== handle);
  const isAim = (/** @type {Cell} */ cell) =>
    isCharted(cell) && cell.blank !== "several" && cell.subject !== "crew";
  const aim = others.filter(isAim).map((cell) => sayValue(cell, inCell(line, cell)));
  const rest = others
    .filter((cell) => !isAim(cell) && !isUsual(cell, inCell(line, cell), others.some(isAim)))
    .map((cell) => sayRest(cell, inCell(line, cell)));
  return { who, aim: aim.filter(Boolean).join(", "), rest: rest.filter(Boolean).join(" · ") };
}

/**
 * Null if all fire, or if the chip names those that do.
 * @param {FilledOrder} order @param {import("../types.js").Rows} blank @param {FilledLine} line
 * @returns {Mounts | null}
 */
function mountsOf(order, blank, line) {
  const cell = blank.rows[line.row].find((one) => one.name === blank.once);
  if (cell?.blank !== "several" || cell.subject !== "mount") return null;
  const isIn = (/** @type {Json[]} */ list) => (/** @type {import("../types.js").Value} */ one) =>
    list.some((value) => isSame(value, one.value));
  const [fires, isTaken] = [isIn(/** @type {Json[]} */ (inCell(line, cell))), isIn(takenOnce(order, blank))];
  const say = (/** @type {import("../types.js").Value[]} */ some) => some.map((one) => one.words).join("; ");
  const silent = cell.values.filter((one) => !isTaken(one));
  const elsewhere = cell.values.filter((one) => isTaken(one) && !fires(one));
  if (!silent.length && !elsewhere.length) return null;
  const parts = [
    silent.length
      ? `${silent.length} of ${cell.values.length} ${silent.length === 1 ? "does" : "do"} not fire`
      : "",
    elsewhere.length
      ? `${elsewhere.length} ${elsewhere.length === 1 ? "fires" : "fire"} in another attack`
      : "",
  ];
  return {
    said: parts.filter(Boolean).join(", "),
    fire: say(cell.values.filter(fires)),
    silent: say(silent),
    elsewhere: say(elsewhere),
  };
}

/**
 * Whether a value needs no mention: the first one of a choice, if the line says something else as well.
 * @param {Cell} cell @param {Json | undefined} value @param {boolean} hasAim
 */
function isUsual(cell, value, hasAim) {
  if (cell.blank !== "choice" || !hasAim) return false;
  return value === undefined || isSame(cell.values[0]?.value, value);
}

/** How many values are chosen, if they are too many to list. */
const COUNTS = /^(all \d+|\d+ of \d+)$/;

/** @param {Cell} cell @param {Json | undefined} value */
function sayRest(cell, value) {
  const words = sayValue(cell, value);
  if (cell.blank === "several" && COUNTS.test(words)) return `${words} ${cell.title.toLowerCase()}`;
  return cell.blank === "number" ? `${cell.title.toLowerCase()} ${words}` : words;
}

/** @param {FilledOrder} order @param {Cell} cell @returns {Chip[]} */
function cellChips(order, cell) {
  const value = cell.blank === "fixed" ? cell.value : order.cells[cell.name];
  const base = {
    place: cell.name,
    blank: cell.name,
    at: null,
    isOpen: false,
    isFixed: cell.blank === "fixed",
  };
  if (value === undefined) return [];
  if (cell.blank === "several")
    return /** @type {Json[]} */ (value).map((one) => ({
      ...base,
      value: one,
      who: valueOf(cell, one).words,
      aim: "",
      rest: cell.title,
    }));
  if (cell.blank === "fixed" && !sayValue(cell, value)) return [];
  return [{ ...base, value, who: cell.title, aim: "", rest: sayValue(cell, value) }];
}

/** A chip in one line, for lists and screen readers. @param {Chip} chip */
export function chipText(chip) {
  const aim = chip.aim ? ` → ${chip.aim}` : "";
  return `${chip.who}${aim}${chip.rest ? `: ${chip.rest}` : ""}`;
}
