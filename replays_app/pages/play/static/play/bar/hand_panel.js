/** The selection: everything that can be done with it, as fields next to the map. */

import { isSame } from "../order/cells.js";
import { actsInHand } from "../order/choosing.js";
import { inCell } from "../order/filled_order.js";
import { handleNamed, targetCells } from "../order/form_subjects.js";
import { leftForAnother } from "../order/line_edits.js";
import { fieldOf } from "./fields.js";
import { wayFields, waypointToggle } from "./route_fields.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Held} Held */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../order/form_subjects.js").Act} Act */
/** @typedef {import("../order/form_subjects.js").Handle} Handle */

/**
 * @typedef {object} HandDeeds
 * @property {(act: Act, line: number, cell: string, value: Json | undefined) => void} fill  line -1 is a new
 *   one
 * @property {(act: Act) => void} add  a line for an act
 * @property {(mark: import("../order/form_subjects.js").Mark) => void} toggle
 * @property {() => void} letGo
 */
/** @typedef {HandDeeds & import("./route_fields.js").WayDeeds} Deeds */

/**
 * @param {FilledOrder} order @param {Held} held @param {Handle[]} handles @param {Deeds} deeds
 * @returns {HTMLElement | null}
 */
export function handPanel(order, held, handles, deeds) {
  const handle = handleNamed(handles, held.handle);
  if (!handle) return null;
  const acts = actsInHand(handles, order, held);
  const parts = acts.flatMap((act) => actFields(order, held, act, deeds));
  const marks = held.blank === undefined ? handle.marks : [];
  return h(
    "section",
    { class: `hand${held.blank === undefined ? "" : " of-line"}`, "aria-label": `Selected: ${handle.words}` },
    h(
      "h3",
      {},
      handle.words,
      h(
        "button",
        { type: "button", class: "let-go", onclick: deeds.letGo, "aria-label": "Clear selection" },
        "×",
      ),
    ),
    handle.help ? h("p", { class: "small soft" }, handle.help) : null,
    handle.piece && acts.some((act) => targetCells(act).length)
      ? h("p", { class: "small soft" }, "Choose a highlighted hex on the map, or choose here.")
      : null,
    waypointToggle(held, acts, deeds),
    h("div", { class: "hand-fields" }, ...parts, ...marks.map((mark) => markField(order, mark, deeds))),
  );
}

/**
 * @param {FilledOrder} order @param {Held} held @param {Act} act @param {Deeds} deeds
 * @returns {HTMLElement[]}
 */
function actFields(order, held, act, deeds) {
  const lines = order.lines[act.blank].flatMap((line, at) => (line.row === act.row ? [at] : []));
  const shown = held.blank === act.blank && held.line !== undefined ? [held.line] : lines;
  const [target, there] = [targetWords(act), targetHelp(act)];
  const name = target ? `${act.title}: ${target}` : act.title;
  const stays = `act ${act.blank}.${act.row} ${name}`;
  if (!shown.length && !isAtOnce(act))
    return [
      h(
        "button",
        { type: "button", class: "button act", "data-stays": stays, onclick: () => deeds.add(act) },
        name,
        there ? h("span", { class: "there small soft" }, there) : null,
      ),
    ];
  const fields = (shown.length ? shown : [-1]).flatMap((at) =>
    act.cells.flatMap((cell) => {
      const value = at < 0 ? undefined : inCell(order.lines[act.blank][at], cell);
      if (cell.blank === "course" && held.stops) return wayFields(order, held, cell, deeds);
      const place = `${act.blank}.${at < 0 ? "new" : at}.${cell.name}`;
      const title = act.handleCell ? cell.title : `${act.title}: ${cell.title}`;
      return fieldOf({ ...cell, title }, value, place, (next) => deeds.fill(act, at, cell.name, next)) ?? [];
    }),
  );
  return [...(lines.length ? another(order, act, deeds) : []), ...fields];
}

/** The target of an act, if it is fixed. @param {Act} act */
function fixedTarget(act) {
  const fixed = targetCells(act).find((cell) => cell.blank === "fixed");
  return fixed?.blank === "fixed" ? fixed : null;
}

/** The target's label; "" if the target is to be chosen. @param {Act} act */
const targetWords = (act) => fixedTarget(act)?.words ?? "";

/** Known units at a place. @param {Act} act */
const targetHelp = (act) => fixedTarget(act)?.help ?? "";

/**
 * A button for a further line at the same target, with the values no line has yet; if all are used, how to
 * free some.
 * @param {FilledOrder} order @param {Act} act @param {Deeds} deeds @returns {HTMLElement[]}
 */
function another(order, act, deeds) {
  const can = leftForAnother(order, act);
  if (!can) return [];
  const [things, count] = [can.cell.title.toLowerCase(), can.left.length];
  const target = targetWords(act);
  const at = target ? ` at ${target}` : "";
  if (!count)
    return [
      h("p", { class: "small soft another" }, `To add another${at}, remove some ${things} here first.`),
    ];
  const words = `${act.title}: add another${at} (${things} left: ${count})`;
  // Moves the focus to the chip of the new line: by then all values may be used and the button gone.
  const stays = `chip ${act.blank}.${order.lines[act.blank].length}`;
  const button = { type: "button", class: "button act another", "data-stays": stays };
  return [h("button", { ...button, onclick: () => deeds.add(act) }, words)];
}

/**
 * Whether an act is a single choice, so that its field is shown before it has a line.
 * @param {Act} act
 */
function isAtOnce(act) {
  const open = act.cells.filter((cell) => cell.blank !== "fixed");
  return open.length === 1 && open[0].blank !== "several";
}

/** @param {FilledOrder} order @param {import("../order/form_subjects.js").Mark} mark
 * @param {HandDeeds} deeds */
function markField(order, mark, deeds) {
  const chosen = /** @type {Json[]} */ (order.cells[mark.blank] ?? []);
  const checked = chosen.some((value) => isSame(value, mark.value));
  const box = h("input", { type: "checkbox", checked, onchange: () => deeds.toggle(mark) });
  return h("label", { class: "pick" }, box, h("span", {}, mark.title));
}
