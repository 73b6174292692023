/**
 * Describes the last change of an order, for players who choose in a field and do not see what it removes.
 * Pure.
 */

import { chipsOf, chipText } from "../order/chips.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */

/**
 * Returns what a change added to an order or removed from it; "" if its words stay the same.
 * @param {FilledOrder | null} before @param {FilledOrder} order
 */
export function takenText(before, order) {
  if (before?.form !== order.form) return "";
  const [was, now] = [before, order].map((one) =>
    chipsOf(one)
      .filter((chip) => !chip.isOpen)
      .map(chipText),
  );
  const [fresh, gone] = [without(now, was), without(was, now)];
  if (fresh.length > 1) return `Added: ${fresh.length} lines to your order.`;
  if (fresh.length) return `Added: ${fresh[0]}.`;
  if (gone.length > 1) return `Removed: ${gone.length} lines from your order.`;
  return gone.length ? `Removed: ${gone[0]}.` : "";
}

/** Returns the items of one list that are not in another; duplicates count separately.
 * @param {string[]} list @param {string[]} other */
function without(list, other) {
  const left = [...other];
  return list.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
