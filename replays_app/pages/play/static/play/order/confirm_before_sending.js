/** Confirmation before submitting an empty order or one that gives something up; units without orders. */

import { isSame } from "./cells.js";
import { isInUse } from "./choosing.js";
import { blanksOf, emptyOrder, rowsOf } from "./filled_order.js";

/** What is asked of who gives the whole battle up. */
const RESIGNING = "You are about to resign, and cannot undo it. Submit anyway?";
/** So many who could be ordered are named. */
const MOST_NAMED = 3;

/**
 * The question; "" where something is ordered, where there is nothing to do but to pass, and where an order
 * only names exceptions (who evades): there it is usual to name none. Where a line gives something up, it is
 * the other way round.
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

/** Whether a line is filled that need not be. @param {import("../types.js").FilledOrder} order */
function givesUp(order) {
  return rowsOf(order).some((blank) => !blank.least && order.lines[blank.name].length > 0);
}
