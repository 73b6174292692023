/** What is open while the battle goes on: no order slips under a finger that was about to send another. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stillOpen } from "../../../../replays_app/pages/play/static/play/asking/kept_open.js";
import { UnsentOrders } from "../../../../replays_app/pages/play/static/play/asking/unsent_orders.js";
import { ATTACK, MOVE } from "./sample_forms.js";

const RESIGN = { ...MOVE, order: "resigned", title: "Resign", pressing: false, blanks: [] };

test("a form that nobody waits for stays open where another order is called for", () => {
  const anew = { ...RESIGN };
  assert.equal(stillOpen(RESIGN, [{ ...ATTACK, pressing: true }, anew]), anew);
});

test("it closes where it may be filled no more, and what is waited for never stays by this", () => {
  assert.equal(stillOpen(RESIGN, [ATTACK]), undefined);
  assert.equal(stillOpen({ ...MOVE, pressing: true }, [MOVE]), undefined);
  assert.equal(stillOpen(undefined, [RESIGN]), undefined);
});

test("the kind of an order that stands does not stick to the next ship", () => {
  const forms = ["Move Kent", "Kent evades"].map((title) => ({ ...MOVE, title, pressing: true }));
  const unsent = new UnsentOrders(async () => {});
  unsent.open(forms);
  unsent.current = unsent.keyOf(forms[1]);
  unsent.filled[unsent.current] = {};
  assert.equal(unsent.wanted, forms[1], "what is in work stays open");
  unsent.drop(forms[1]);
  assert.equal(unsent.wanted, forms[0]);
});
