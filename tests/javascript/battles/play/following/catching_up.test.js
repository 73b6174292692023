/** Sending an order once, following the other side, playing what is new, keeping what is not sent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { newKey, Refusal } from "../../../../../darkseas/static/darkseas/kit/api.js";
import { UnsentOrders } from "../../../../../replays_app/pages/play/static/play/asking/unsent_orders.js";
import { FIRST_MS, follow } from "../../../../../replays_app/pages/play/static/play/following/live.js";
import { AT_ONCE, CatchUp } from "../../../../../replays_app/pages/play/static/play/following/catch_up.js";
import {
  AGAIN_MS,
  SeatNotes,
  send,
} from "../../../../../replays_app/pages/play/static/play/following/sending.js";
import { callsNow, tabTitle } from "../../../../../replays_app/pages/play/static/play/following/title.js";
import {
  emptyOrder,
  withLine,
} from "../../../../../replays_app/pages/play/static/play/order/filled_order.js";
import { line } from "../../battle_log/sample_lines.js";
import { settle } from "../../../tools/held.js";
import { MOVE, SET_UP } from "../sample_forms.js";

const ORDER = { order: "sea.move", blanks: {}, expected: 3 };

/** A store that lives as long as its test. */
function store() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void kept.set(key, text),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

test("an order on a lost line is sent again with the same key, ever more patiently", async () => {
  /** @type {string[]} */
  const keys = [];
  /** @type {number[]} */
  const waits = [];
  const give = async (/** @type {unknown} */ _, /** @type {string} */ key) => {
    keys.push(key);
    if (keys.length < 4) throw new Refusal(keys.length === 2 ? 503 : 0, null);
    return { length: 9 };
  };
  const answer = await send(
    give,
    { order: ORDER, key: "k" },
    () => {},
    async (ms) => void waits.push(ms),
  );
  assert.deepEqual(answer, { length: 9 });
  assert.deepEqual(keys, ["k", "k", "k", "k"]);
  assert.deepEqual(waits, [AGAIN_MS, 2 * AGAIN_MS, 4 * AGAIN_MS]);
});

test("what the site refuses is not sent again", async () => {
  let tries = 0;
  const give = async () => {
    tries += 1;
    throw new Refusal(409, { detail: "Look again." });
  };
  await assert.rejects(
    send(give, { order: ORDER, key: newKey() }, () => {}),
    /Look again/,
  );
  assert.equal(tries, 1);
});

test("a browser remembers per seat what was seen and what is on its way", () => {
  const shelf = store();
  const notes = new SeatNotes("b/ijn", shelf);
  assert.equal(notes.seen, null);
  notes.noteSeen(7);
  notes.noteSeen(5);
  notes.noteDispatch({ order: ORDER, key: "k" });
  const again = new SeatNotes("b/ijn", shelf);
  assert.equal(again.seen, 7);
  assert.deepEqual(again.dispatch, { order: ORDER, key: "k" });
  assert.equal(new SeatNotes("b/usn", shelf).seen, null);
  again.noteDispatch(null);
  assert.equal(notes.dispatch, null);
});

test("a follower tells only of another length, asks ever more seldom, and not while hidden", async () => {
  /** @type {(() => void)[]} */
  const later = [];
  /** @type {{waits: number[], heard: number[]}} */
  const { waits, heard } = { waits: [], heard: [] };
  let [length, asked] = [3, 0];
  const page = Object.assign(new EventTarget(), { hidden: false });
  const api = { forms: async () => ({ length: ((asked += 1), length) }) };
  const end = follow(
    api,
    3,
    (n) => heard.push(n),
    page,
    (again, ms) => {
      later.push(again);
      waits.push(ms);
    },
  );
  const next = async () => {
    later.pop()?.();
    await settle();
  };
  await settle();
  await next();
  await next();
  assert.deepEqual(heard, []);
  assert.ok(waits[0] === FIRST_MS && waits[2] > waits[1] && waits[1] > FIRST_MS);
  length = 5;
  await next();
  assert.deepEqual([heard, waits.at(-1)], [[5], FIRST_MS]);
  page.hidden = true;
  await next();
  assert.equal(asked, 4);
  end();
});

test("what is new plays entry by entry without small talk, and ends at the newest", async () => {
  /** @type {[number, number][]} */
  const shown = [];
  const stage = {
    line: async (/** @type {number} */ n) => line(n, { weight: n % 2 ? 1 : 2 }),
    show: async (/** @type {number} */ n, /** @type {number} */ left) => void shown.push([n, left]),
  };
  await new CatchUp(stage, async () => {}).play(2, 6);
  assert.deepEqual(shown, [
    [2, 1],
    [4, 0],
    [5, 0],
  ]);
});

test("a long tale goes by quicker, unless it is to be told slowly", async () => {
  const stage = { line: async (/** @type {number} */ n) => line(n, { weight: 2 }), show: async () => {} };
  /** @param {number} speed @param {number} entries */
  const took = async (speed, entries) => {
    let ms = 0;
    const news = new CatchUp(stage, async (stay) => void (ms += stay));
    news.speed = speed;
    await news.play(0, entries);
    return ms;
  };
  assert.deepEqual([await took(2, 2), await took(2, 100), await took(1, 100)], [1700, 15_000, 40_000]);
  assert.equal(await took(0, 100), 320_000);
});

test("what is cut short goes to the newest entry at once", async () => {
  /** @type {number[]} */
  const shown = [];
  const stage = {
    line: async (/** @type {number} */ n) => line(n, { weight: 2 }),
    show: async (/** @type {number} */ n) => {
      shown.push(n);
      if (n === 0) setTimeout(() => news.skip());
    },
  };
  const news = new CatchUp(stage, () => new Promise(() => {}));
  await news.play(0, 9);
  assert.deepEqual(shown, [0, 8]);
  news.speed = AT_ONCE;
  await news.play(9, 12);
  assert.deepEqual(shown, [0, 8, 11]);
});

test("what is filled is kept once for each change, of each form for itself", async () => {
  /** @type {unknown[]} */
  const put = [];
  const unsent = new UnsentOrders(async (data) => void put.push(structuredClone(data)));
  const other = { ...MOVE, title: "Move freely" };
  unsent.open([MOVE, other, SET_UP]);
  await unsent.keep(emptyOrder(MOVE), false);
  const filled = withLine(emptyOrder(other), "moves", 0, { path: ["0403"] });
  await unsent.keep(filled, false);
  await unsent.keep(filled, true);
  const blanks = { smoke: [], moves: [{ block: "ijn-1", path: ["0403"] }] };
  assert.deepEqual(put, [{ current: "sea.move#1", orders: { "sea.move#1": blanks } }]);
  assert.equal(unsent.wanted, other);
  unsent.open([SET_UP]);
  assert.deepEqual([unsent.filled, unsent.wanted], [{}, SET_UP]);
});

test("what the site never keeps is said at once, and holds back nothing filled in other forms", async () => {
  /** @type {unknown[]} */
  const put = [];
  const unsent = new UnsentOrders(async (data) => {
    if (JSON.stringify(data).includes("bad")) throw new Refusal(422, { detail: "Type it anew." });
    put.push(structuredClone(data));
  });
  const other = { ...MOVE, title: "Move freely" };
  unsent.open([MOVE, other]);
  const bad = withLine(emptyOrder(MOVE), "moves", 0, { path: ["bad"] });
  await assert.rejects(unsent.keep(bad, false), /Type it anew/);
  await unsent.keep(withLine(emptyOrder(other), "moves", 0, { path: ["0403"] }), false);
  assert.equal(put.length, 1);
});

test("the tab says whether one is called and how much has happened", () => {
  const now = { isCalled: true, isOver: false, unseen: 0 };
  assert.equal(tabTitle("Savo", now), "your move · Savo · darkseas");
  assert.equal(tabTitle("Savo", { ...now, isCalled: false, unseen: 3 }), "(3) waiting · Savo · darkseas");
});

test("the count in the heading goes down with the call here, and comes back with it", () => {
  assert.equal(callsNow(1, { wasCalled: true, isCalled: false }), 0);
  assert.equal(callsNow(2, { wasCalled: true, isCalled: true }), 2);
  assert.equal(callsNow(2, { wasCalled: false, isCalled: true }), 3);
});
