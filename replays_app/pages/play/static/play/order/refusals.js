/** The site's refusals, and entries no longer possible, at the chips that they concern. Pure. */

import { chipsOf, chipText } from "./chips.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {{pointer: string, detail: string}} Error */

/**
 * Reasons by the dotted place they refer to; `isShown` says whether a chip is shown there.
 * @param {FilledOrder} order @param {Error[]} errors
 * @returns {{refused: Map<string, string>, isShown: boolean}}
 */
export function refusalsOf(order, errors) {
  const refused = new Map(errors.map(({ pointer, detail }) => [placeOf(pointer), detail]));
  const shown = chipsOf(order).map((chip) => `${chip.place}.`);
  const isShown = [...refused.keys()].some((place) => shown.some((one) => `${place}.`.startsWith(one)));
  return { refused, isShown };
}

/**
 * A pointer into the body of an order or of a draft, as a place: "#/blanks/moves/0/path" is "moves.0.path".
 * @param {string} pointer
 */
function placeOf(pointer) {
  return pointer.replace(/^#\/(blanks\/|data\/orders\/[^/]+\/)?/, "").replaceAll("/", ".");
}

/**
 * Entries left out of an order, in words.
 * @param {FilledOrder | null} known  the order before @param {import("./read_order.js").LostBlank} lost
 * @param {import("../types.js").Blanks} blanks  as stored
 */
export function lostText(known, { blank, at }, blanks) {
  const chip = known && chipsOf(known).find((one) => one.blank === blank && one.at === at);
  if (chip) return chipText(chip);
  const value = at === null ? blanks[blank] : /** @type {import("../types.js").Json[]} */ (blanks[blank])[at];
  return [value]
    .flatMap((one) => (one && typeof one === "object" ? Object.values(one) : [one]))
    .flat()
    .filter((one) => typeof one === "string" || typeof one === "number")
    .join(", ");
}
