/** Actions on the page at a table: dice, rulings, and changing the seat. */

import { exchanged, leftToHouse, takenBack, typed, typedFreely, withoutFree } from "./throws.js";
import { button } from "../bar/no_order_due.js";
import { ensign } from "../../replays_app/battle_log/status_lines.js";
import { h } from "../../darkseas/kit/dom.js";

/** @typedef {import("./table_page.js").TablePage} TablePage */
/** @typedef {import("./throws.js").Entry} Entry */

/** Tabs of the sides to record, and the ruling button for umpires. @param {TablePage} page */
export function seatRow(page) {
  const tabs = page.seats.map((seat) => {
    const isCalled = page.asks.get(seat)?.forms.some((form) => form.pressing);
    const side = page.log.sides?.find((one) => one.key === seat);
    const turn = () => {
      page.turnToSeat(seat);
      page.draw();
    };
    const more = {
      "aria-pressed": String(seat === page.seat),
      "data-stays": `seat ${seat}`,
      onclick: turn,
    };
    return h(
      "button",
      { type: "button", class: "quick", ...more },
      ensign(side) ?? "",
      page.nameOf(seat),
      isCalled ? " ●" : "",
    );
  });
  const mayRule = page.page.dataset.mayRule !== undefined;
  const ways = mayRule ? [rulingButton(page)] : [];
  return h("div", { class: "seat-row", role: "group", "aria-label": "Whose orders" }, ...tabs, ...ways);
}

/** @param {TablePage} page */
function rulingButton(page) {
  const words = page.refusal && page.isAgainstRules ? "Record as ruling" : "Ruling";
  return button(words, () => page.queue(() => page.openRuling()), "ruling-button");
}

/** @param {TablePage} page @returns {import("./dice_panel.js").DiceDeeds} */
export function diceDeeds(page) {
  const act = (/** @type {(entry: Entry) => Entry} */ change) => {
    if (page.outbox.inHand && !page.isBusy) page.hold(change(page.outbox.inHand));
  };
  return {
    type: (face) =>
      act((entry) => (entry.needed ? typed(entry, face) : typedFreely(entry, { sides: page.kind, face }))),
    takeBack: () => act(takenBack),
    leave: () => act(leftToHouse),
    forget: () => act(withoutFree),
    record: () => page.record(),
    drop: () => page.drop(),
    pick: (die) => pick(page, die),
    carry: () => {
      page.outbox.carried = [...page.outbox.carried, ...(page.outbox.inHand?.free ?? [])];
      act(withoutFree);
    },
    turnTo: (sides) => {
      page.kind = sides;
      page.draw();
    },
    toggleWitness: (side) => {
      const others = page.witnesses.filter((one) => one !== side);
      page.witnesses = others.length === page.witnesses.length ? [...others, side] : others;
      page.draw();
    },
  };
}

/**
 * Tapping a die marks it; tapping a second one swaps the two.
 * @param {TablePage} page
 *  @param {number} die
 */
function pick(page, die) {
  const { picked, outbox } = page;
  page.picked = picked === null ? die : null;
  if (picked === null || picked === die || !outbox.inHand || page.isBusy) return page.draw();
  outbox.hold(exchanged(outbox.inHand, picked, die));
  page.queue(() => page.nextThrow());
}
