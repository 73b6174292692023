/** "As last turn" gives the order of last turn, of the same ship, and no other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BattleApi } from "../../../../../replays_app/pages/play/static/play/following/battle_api.js";
import { ATTACK, MOVE } from "../sample_forms.js";

/** @typedef {import("../../../../../replays_app/pages/play/static/play/types.js").Json} Json */
/** @typedef {{[name: string]: Json}} Blanks */

const turn = (/** @type {number} */ number) => ({ kind: "turn_began", payload: { turn: number } });
const order = (/** @type {Blanks} */ blanks, name = "sea.move", side = "ijn") => ({
  kind: "order_given",
  payload: { side, order: name, blanks },
});
const move = (/** @type {string} */ ship, /** @type {string} */ to) => order({ ship, to });

/** @param {string} ship */
const moveOf = (ship) => ({
  ...MOVE,
  blanks: [
    /** @type {const} */ ({
      blank: "fixed",
      name: "ship",
      title: "",
      subject: "piece",
      value: ship,
      words: ship,
    }),
  ],
});

/**
 * What the page finds in a battle of these entries.
 * @param {import("../../../../../replays_app/pages/play/static/play/types.js").Form} form
 * @param {{kind: string, payload: Blanks}[]} bare
 */
async function found(form, ...bare) {
  const log = bare.map((entry, n) => ({ n, ...entry }));
  /** @type {string[]} */
  const asked = [];
  const get = async (/** @type {string} */ address) => {
    asked.push(address);
    const query = new URL(address, "http://battle/").searchParams;
    const first = Number(query.get("after") ?? -1) + 1;
    return { entries: log.slice(first, first + Number(query.get("count"))) };
  };
  const never = () => Promise.reject(new Error("only reads"));
  const api = new BattleApi("/api/v1/battles/7/", {
    get,
    post: never,
    put: never,
    patch: never,
  });
  return { blanks: await api.lastTurnsOrder(form, "ijn", log.length), asked };
}

test("the order of last turn is found, and none of this turn", async () => {
  const before = [turn(1), move("aoba", "A1"), turn(2)];
  assert.deepEqual((await found(moveOf("aoba"), ...before)).blanks, { ship: "aoba", to: "A1" });
  const during = [...before, move("aoba", "A2")];
  assert.deepEqual((await found(moveOf("aoba"), ...during)).blanks, { ship: "aoba", to: "A1" });
  assert.equal((await found(moveOf("aoba"), turn(1), move("aoba", "A1"))).blanks, null);
});

test("it is the latest of last turn, not one of a turn before it", async () => {
  const twice = [turn(1), move("aoba", "A1"), move("aoba", "A2"), turn(2)];
  assert.deepEqual((await found(moveOf("aoba"), ...twice)).blanks, { ship: "aoba", to: "A2" });
  assert.equal((await found(moveOf("aoba"), ...twice, turn(3))).blanks, null);
});

test("it is of the ship that the form is about, of one's own side, and by the same name", async () => {
  const others = [
    turn(1),
    move("aoba", "A1"),
    move("kako", "B1"),
    order({ ship: "aoba", to: "C1" }, "sea.move", "usn"),
    order({ ship: "aoba", to: "D1" }, "sea.drift"),
    turn(2),
  ];
  assert.deepEqual((await found(moveOf("aoba"), ...others)).blanks, { ship: "aoba", to: "A1" });
  assert.equal((await found(moveOf("furutaka"), ...others)).blanks, null);
  const bare = [turn(1), { kind: "order_given", payload: { side: "ijn", order: ATTACK.order } }, turn(2)];
  assert.deepEqual((await found(ATTACK, ...bare)).blanks, {});
});

test("a long battle is read from its end, and no further than needed", async () => {
  const quiet = Array.from({ length: 700 }, () => ({ kind: "die_rolled", payload: {} }));
  const long = [turn(1), move("aoba", "A0"), turn(2), move("aoba", "A1"), ...quiet, turn(3), ...quiet];
  const { blanks, asked } = await found(moveOf("aoba"), ...quiet, ...long);
  assert.deepEqual(blanks, { ship: "aoba", to: "A1" });
  const pages = asked.map((address) => address.split("?")[1]);
  assert.deepEqual(pages, ["after=1604&count=500", "after=1104&count=500", "after=604&count=500"]);
});
