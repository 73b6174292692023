/** What an entry shows: answers that come late are dropped, and a hand that moves asks for nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Moments, REST_MS } from "../../../../replays_app/static/replays_app/battle_log/moments.js";
import { held, settle } from "../../tools/held.js";
import { chart, line } from "./sample_lines.js";

/** A battle whose charts come when they are let go. */
function slowBattle() {
  /** @type {Map<number, ReturnType<typeof held>>} */
  const charts = new Map();
  /** @type {number[]} */
  const asked = [];
  return {
    asked,
    source: {
      line: async (/** @type {number} */ n) => line(n),
      chart: (/** @type {number} */ n) => {
        asked.push(n);
        if (!charts.has(n)) charts.set(n, held());
        return /** @type {Promise<ReturnType<typeof chart>>} */ (charts.get(n)?.promise);
      },
    },
    letGo: (/** @type {number} */ n) => charts.get(n)?.keep(chart(n)),
    refuse: (/** @type {number} */ n) => charts.get(n)?.fail(new Error("refused")),
  };
}

test("an entry is shown with its chart and the one before", async () => {
  const { source, letGo } = slowBattle();
  const answer = new Moments().read(source, 5);
  letGo(5);
  letGo(4);
  assert.deepEqual(await answer, { line: line(5), chart: chart(5), previous: chart(4) });
});

test("before the first entry there is no chart", async () => {
  const { source, letGo, asked } = slowBattle();
  const answer = new Moments().read(source, 0);
  letGo(0);
  assert.equal((await answer)?.previous, null);
  assert.deepEqual(asked, [0]);
});

test("a late answer is not drawn over a newer entry", async () => {
  const { source, letGo } = slowBattle();
  const moments = new Moments();
  const [early, newer] = [moments.read(source, 5), moments.read(source, 9)];
  letGo(8);
  letGo(9);
  assert.equal((await newer)?.line.n, 9);
  letGo(4);
  letGo(5);
  assert.equal(await early, undefined);
});

test("a late refusal is not told over a newer entry, a refusal of the newest is", async () => {
  const { source, letGo, refuse } = slowBattle();
  const moments = new Moments();
  const [early, newer] = [moments.read(source, 5), moments.read(source, 9)];
  letGo(8);
  letGo(9);
  assert.equal((await newer)?.line.n, 9);
  refuse(5);
  assert.equal(await early, undefined);
  const last = moments.read(source, 20);
  refuse(20);
  await assert.rejects(last, /refused/);
});

test("a hand that moves on asks for nothing; where it rests it does", async () => {
  const { source, letGo, asked } = slowBattle();
  /** @type {{ms: number, rest: ReturnType<typeof held>}[]} */
  const waits = [];
  const moments = new Moments((ms) => {
    const rest = held();
    waits.push({ ms, rest });
    return /** @type {Promise<void>} */ (rest.promise);
  });
  const passed = [moments.read(source, 3, true), moments.read(source, 4, true)];
  const rested = moments.read(source, 6, true);
  assert.deepEqual(
    waits.map((one) => one.ms),
    [REST_MS, REST_MS, REST_MS],
  );
  for (const { rest } of waits) rest.keep(null);
  assert.deepEqual(await Promise.all(passed), [undefined, undefined]);
  await settle();
  assert.deepEqual(asked, [6, 5]);
  letGo(6);
  letGo(5);
  assert.equal((await rested)?.line.n, 6);
});
