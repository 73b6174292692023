/** Actions of the order bar: change the order in hand, or select something. */

import * as choosing from "../order/choosing.js";
import { withCell, withFormed } from "../order/filled_order.js";
import { formedIn } from "../order/formation.js";
import { withAct, withField, withoutChip } from "../order/line_edits.js";

/** @typedef {import("../types.js").FilledOrder} FilledOrder */

/** @param {import("./order_in_hand.js").Asking} asking @returns {import("../bar/order_bar.js").Deeds} */
export function deedsOf(asking) {
  /** @template T @param {(order: FilledOrder, one: T) => void} act @returns {(one: T) => void} */
  const at = (act) => (one) => {
    if (asking.order && !asking.isSending) act(asking.order, one);
  };
  return {
    turnTo: at((_, form) => asking.turnTo(form)),
    suggest: () => asking.suggest(),
    asLast: () => asking.refill(asking.last),
    clear: () => asking.refill(null),
    backToEarlier: () => at(() => asking.backToEarlier())(null),
    send: () => at((order) => asking.sendOrOpen(order))(null),
    letGo: () => asking.take(null),
    hold: at((order, handle) => {
      const next = choosing.takenInHand(order, handle);
      asking.hold(next.held, next.order);
      if (next.order === order) asking.changed();
      else asking.become(next.order);
    }),
    holdChip: at((order, chip) => {
      const line = chip.at === null ? null : choosing.holdLine(asking.handles, order, chip.blank, chip.at);
      const isHeld = line?.blank === asking.held?.blank && line?.line === asking.held?.line;
      asking.take(isHeld ? null : line);
    }),
    takeBack: at((order, chip) => {
      asking.held = null;
      asking.become(withoutChip(order, chip));
    }),
    byWaypoints: at((_, isOn) => {
      asking.isByWaypoints = isOn;
      asking.take(asking.held);
    }),
    goOn: (place) => asking.pick({ piece: "", place }),
    backOne: () =>
      at((order) => {
        if (!asking.held?.stops?.length) return;
        const next = choosing.withoutLastStop(order, asking.held);
        asking.held = next.held;
        asking.become(next.order);
      })(null),
    toggle: at((order, mark) => asking.become(choosing.toggled(order, mark))),
    add: at((order, act) => {
      const next = withAct(order, asking.held, act);
      asking.becomeAdvised(next.order, next.held);
    }),
    regroup: (formation, change) =>
      at((order) => {
        const { formed, reason } = change(formedIn(order, formation));
        asking.held = null;
        if (!reason) return asking.become(withFormed(order, formation, formed));
        asking.said.notes = [reason];
        return asking.changed();
      })(null),
    fillBlank: (name, value) => at((order) => asking.become(withCell(order, name, value)))(null),
    fill: (act, line, cell, value) =>
      at((order) => asking.become(withField(order, act, line, cell, value)))(null),
  };
}
