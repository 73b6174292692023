/** Confirmation before submitting an empty order or one that gives something up; units without orders. */

import { isSame } from "./cells.js";
import { isInUse } from "./choosing.js";
import { blanksOf, emptyOrder, rowsOf } from "./filled_order.js";

/** The question before a player resigns. */
const RESIGNING = "You are about to resign, and cannot undo it. Submit anyway?";
/** Up to this many units without orders are named. */
const MOST_NAMED = 3;

/**
 * Returns the question; "" if something is ordered, if passing is the only possibility, and if an order only
 * lists exceptions (such as evading ships), because it is usually empty. For an order with a line that gives
 * something up, it is the other way round.
 * @param {import("../types.js").FilledOrder} order @param {import("./form_subjects.js").Handle[]} handles
 */
export function passingQuestion(order, handles) {
  const { gives_up: lost, title } = order.form;
  if (order.form.order === "resign") return RESIGNING;
  if (lost) return givesUp(order) ? `${title}: ${lost} Submit anyway?` : "";
  const isEmpty = isSame(blanksOf(order), blanksOf(emptyOrder(order.form)));
  if (!isEmpty || !handles.length || !rowsOf(order.form).length) return "";
  if (handles.some((handle) => isInUse(order, handle))) return "";
  return `${title}: no orders for ${named(handles)}. Submit anyway?`;
}

/**
 * The pieces without orders while others have some, shown next to the submit button; "" if nothing is ordered
 * yet, or every piece has an order.
 * @param {import("../types.js").FilledOrder} order @param {import("./form_subjects.js").Handle[]} handles
 */
export function withoutOrders(order, handles) {
  const free = handles.filter((handle) => !isInUse(order, handle));
  if (!free.length || free.length === handles.length || order.form.gives_up) return "";
  return `Without orders: ${named(free)}`;
}

/** @param {import("./form_subjects.js").Handle[]} handles */
function named(handles) {
  const names = handles.slice(0, MOST_NAMED).map((handle) => handle.words);
  const others = handles.length - names.length;
  return others ? `${names.join(", ")} and ${others} more` : names.join(", ");
}

/** Whether an optional line is filled. @param {import("../types.js").FilledOrder} order */
function givesUp(order) {
  return rowsOf(order).some((blank) => !blank.least && order.lines[blank.name].length > 0);
}
