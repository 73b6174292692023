/** Looking for ships while typing: pauses, pages, and answers that come out of order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PAUSE_MS,
  ShipQuery,
} from "../../../scenarios_app/drafts/static/drafts/editor/order_of_battle/ship_query.js";
import { held, settle } from "../tools/held.js";

/**
 * @typedef
 *   {import("../../../scenarios_app/drafts/static/drafts/editor/order_of_battle/ship_query.js").ShipPage}
 *   ShipPage
 */

/** A search whose answers and pauses are let go by hand. */
function search() {
  const wanted = { q: "", navy: "", kind: "", date: "1942-08-09", system: "dark_seas" };
  const seen = {
    /** @type {URLSearchParams[]} */
    asked: [],
    /** @type {ReturnType<typeof held<ShipPage>>[]} */
    answers: [],
    /** @type {number[]} */
    shown: [],
    /** @type {string[]} */
    faults: [],
    /** @type {Map<number, {run: () => void, ms: number}>} */
    timers: new Map(),
  };
  let timers = 0;
  const query = new ShipQuery({
    get: (path) => {
      seen.asked.push(new URL(path, "http://site").searchParams);
      const answer = /** @type {ReturnType<typeof held<ShipPage>>} */ (held());
      seen.answers.push(answer);
      return answer.promise;
    },
    wanted: () => wanted,
    show: (answer) => void seen.shown.push(answer.count),
    fail: (fault) => void seen.faults.push(fault.message),
    after: (run, ms) => {
      seen.timers.set((timers += 1), { run, ms });
      return timers;
    },
    forget: (timer) => void seen.timers.delete(Number(timer)),
  });
  const type = (/** @type {string} */ text) => {
    wanted.q = text;
    query.askSoon();
  };
  const pause = () => {
    const [[timer, { run }]] = seen.timers;
    seen.timers.delete(timer);
    run();
  };
  return { query, seen, wanted, type, pause };
}

/** @param {number} count @param {number} [page] @returns {ShipPage} */
const answer = (count, page = 1) => ({ ships: [], count, page, pages: 9, instead: [] });

test("what is typed is asked for once, after a pause", () => {
  const { seen, type, pause } = search();
  type("c");
  type("ch");
  type("cho");
  assert.deepEqual(
    [...seen.timers.values()].map((one) => one.ms),
    [PAUSE_MS],
  );
  assert.equal(seen.asked.length, 0);
  pause();
  assert.deepEqual(
    seen.asked.map((one) => one.get("q")),
    ["cho"],
  );
});

test("who does not wait for the pause does not ask twice", () => {
  const { query, seen, type } = search();
  type("cho");
  void query.ask(1);
  assert.deepEqual([seen.timers.size, seen.asked.length], [0, 1]);
});

test("an answer to fewer letters that comes late is not shown over the newer one", async () => {
  const { query, seen, type, pause } = search();
  type("c");
  pause();
  type("chokai");
  pause();
  seen.answers[1].keep(answer(1));
  await settle();
  seen.answers[0].keep(answer(300));
  await settle();
  assert.deepEqual(seen.shown, [1]);
  assert.equal(query.page, 1);
});

test("more of an older search is not put below a newer one", async () => {
  const { query, seen, type, pause } = search();
  void query.ask(1);
  seen.answers[0].keep(answer(300));
  await settle();
  void query.ask(query.page + 1);
  type("chokai");
  pause();
  seen.answers[1].keep(answer(300, 2));
  seen.answers[2].keep(answer(1));
  await settle();
  assert.deepEqual(seen.shown, [300, 1]);
  assert.equal(query.page, 1);
  assert.deepEqual(
    seen.asked.map((one) => one.get("page")),
    ["1", "2", "1"],
  );
});

test("a fault is told, a late one not, and the page stays where it was", async () => {
  const { query, seen } = search();
  void query.ask(1);
  seen.answers[0].fail(new Error("down"));
  await settle();
  void query.ask(1);
  void query.ask(1);
  seen.answers[2].keep(answer(5));
  await settle();
  seen.answers[1].fail(new Error("late"));
  await settle();
  void query.ask(2);
  seen.answers[3].fail(new Error("down again"));
  await settle();
  assert.deepEqual([seen.faults, seen.shown, query.page], [["down", "down again"], [5], 1]);
});

test("the date that was asked for is remembered", () => {
  const { query, seen, wanted } = search();
  assert.equal(query.isBegun, false);
  void query.ask(1);
  wanted.date = "1943-01-01";
  assert.deepEqual(
    [query.isBegun, query.date, seen.asked[0].get("date")],
    [true, "1942-08-09", "1942-08-09"],
  );
});
