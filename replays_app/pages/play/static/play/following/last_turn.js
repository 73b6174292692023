/** Finds what a side ordered last turn, by going back through its entries. Pure. */

import { isSame } from "../order/cells.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("./battle_api.js").Entry} Entry */

/**
 * Searches for last turn's order that a form can repeat: of the same name, and for the same ship or block,
 * which are the fixed blanks of the form. Orders of this turn or of earlier turns do not count.
 * @param {import("../types.js").Form} form @param {string} side
 */
export function searchingLastTurn(form, side) {
  const fixed = form.blanks.flatMap((blank) => (blank.blank === "fixed" ? [blank] : []));
  const isMeant = (/** @type {Blanks} */ blanks) =>
    fixed.every((blank) => isSame(blank.value, blanks[blank.name]));
  let turnsBack = 0;
  return {
    /** @type {Blanks | null} */
    found: null,
    isOver: false,

    /**
     * Continues with the entries, in order, that come right before the previous ones.
     * @param {Entry[]} entries
     */
    goBack(entries) {
      for (const { kind, payload } of entries.toReversed()) {
        if (this.isOver) return;
        if (kind === "turn_began") this.isOver = (turnsBack += 1) > 1;
        if (turnsBack !== 1 || kind !== "order_given") continue;
        const blanks = /** @type {Blanks} */ (payload.blanks ?? {});
        if (payload.side !== side || payload.order !== form.order || !isMeant(blanks)) continue;
        [this.found, this.isOver] = [blanks, true];
      }
    },
  };
}
