/** What is asked before an order goes out that orders nothing, or gives something up. */

import { isSame } from "./cells.js";
import { isInUse } from "./choosing.js";
import { blanksOf, emptyOrder, rowsOf } from "./filled_order.js";

/** So many who could be ordered are named. */
const MOST_NAMED = 3;

/**
 * The question; "" where something is ordered, where there is nothing to do but to pass, and where an order
 * only names exceptions (who evades): there it is usual to name none. Where a line gives something up, it is
 * the other way round.
 * @param {import("../types.js").FilledOrder} order @param {import("./handles.js").Handle[]} handles
 */
export function passingQuestion(order, handles) {
  const { gives_up: lost, title } = order.form;
  if (lost) return givesUp(order) ? `${title}: ${lost} Send all the same?` : "";
  const isEmpty = isSame(blanksOf(order), blanksOf(emptyOrder(order.form)));
  if (!isEmpty || !handles.length || !rowsOf(order.form).length) return "";
  if (handles.some((handle) => isInUse(order, handle))) return "";
  const names = handles.slice(0, MOST_NAMED).map((handle) => handle.words);
  const others = handles.length - names.length;
  const who = others ? `${names.join(", ")} and ${others} more` : names.join(", ");
  return `${title}: nothing is ordered for ${who}. Send all the same?`;
}

/** Whether a line is filled that need not be. @param {import("../types.js").FilledOrder} order */
function givesUp(order) {
  return rowsOf(order).some((blank) => !blank.least && order.lines[blank.name].length > 0);
}
