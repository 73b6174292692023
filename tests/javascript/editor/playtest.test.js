/** Trial battles on the site: what is said while they are fought, and that a cancelled one is cancelled. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ASK_MS,
  SILENT_S,
  TrialFight,
} from "../../../scenarios_app/drafts/static/drafts/editor/panels/playtest.js";
import { held, settle } from "../tools/held.js";

/**
 * @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/panels/playtest.js").Begun} Begun
 */
/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/panels/playtest.js").Job} Job */
/**
 * @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/panels/playtest.js").Result} Result
 */

/** @type {Begun} */
const BEGUN = { url: "/api/v1/jobs/j/", cancel_url: "/api/v1/jobs/j/cancel/" };
/** @type {Result} */
const RESULT = { url: "/battles/b/", winner: "a", turns: 6, battles: 100, drawn: 0, wins: { a: 100 } };
/** @param {Partial<Job>} more @returns {Job} */
const job = (more) => ({
  state: "running",
  done: 0,
  total: 100,
  silent_s: 0,
  error: "",
  result: RESULT,
  ...more,
});

/**
 * A site where the job goes through these states, one a question.
 * @param {Job[]} states @param {boolean} [isSaved]
 */
function site(states, isSaved = true) {
  const begun = /** @type {ReturnType<typeof held<Begun>>} */ (held());
  const seen = {
    /** @type {string[]} */
    posted: [],
    /** @type {string[]} */
    said: [],
    /** @type {[number, number][]} */
    progress: [],
    /** @type {number[]} */
    waits: [],
  };
  const fight = new TrialFight({
    api: {
      get: async () => states.shift() ?? job({ state: "cancelled" }),
      post: (path) => {
        seen.posted.push(path);
        return path.endsWith("/fight/") ? begun.promise : Promise.resolve(BEGUN);
      },
    },
    fightUrl: "/api/v1/drafts/d/fight/",
    settle: async () => isSaved,
    say: (words) => void seen.said.push(words),
    progress: (done, total) => void seen.progress.push([done, total]),
    wait: async (ms) => void seen.waits.push(ms),
  });
  return { fight, seen, begin: () => begun.keep(BEGUN), refuse: begun.fail };
}

test("who waits is told that the worker is silent, and that there is nothing to do", async () => {
  const silent = [SILENT_S - 1, SILENT_S].map((silent_s) => job({ done: 40, silent_s }));
  const { fight, seen, begin } = site([...silent, job({ state: "done", done: 100 })]);
  begin();
  await fight.run(100);
  const [, , lively, mute] = seen.said;
  assert.equal(lively, "40 of 100 battles fought.");
  assert.match(mute, /^40 of 100 battles fought\. Nothing has been heard of the worker for 120 seconds\./);
});

test("many battles are followed to their end", async () => {
  const { fight, seen, begin } = site([job({}), job({ done: 40 }), job({ state: "done", done: 100 })]);
  begin();
  assert.equal(await fight.run(100), RESULT);
  assert.deepEqual(seen.posted, ["/api/v1/drafts/d/fight/"]);
  assert.deepEqual(seen.said, [
    "Saving…",
    "A hundred battles are being fought…",
    "0 of 100 battles fought.",
    "40 of 100 battles fought.",
    "100 battles fought.",
  ]);
  assert.deepEqual(seen.progress, [
    [0, 1],
    [0, 100],
    [40, 100],
    [100, 100],
  ]);
  assert.deepEqual(seen.waits, [ASK_MS, ASK_MS]);
  assert.equal(fight.job, null);
});

test("one battle is told as one", async () => {
  const { fight, seen, begin } = site([job({ total: 0 }), job({ state: "done" })]);
  begin();
  await fight.run(1);
  assert.deepEqual(seen.said, ["Saving…", "The captains are fighting…", "The battle is over."]);
  assert.deepEqual(seen.progress.slice(0, 2), [
    [0, 1],
    [0, 1],
  ]);
});

test("what is not saved is not fought", async () => {
  const { fight, seen } = site([], false);
  await assert.rejects(fight.run(1), /not saved yet/);
  assert.deepEqual(seen.posted, []);
});

test("who cancels before the site has answered with the job has cancelled that job", async () => {
  const { fight, seen, begin } = site([job({ done: 7 }), job({ state: "cancelled" })]);
  const run = fight.run(100);
  await settle();
  await fight.stop();
  assert.deepEqual(seen.posted, ["/api/v1/drafts/d/fight/"]);
  begin();
  assert.equal(await run, undefined);
  assert.deepEqual(seen.posted, ["/api/v1/drafts/d/fight/", "/api/v1/jobs/j/cancel/"]);
  assert.deepEqual(seen.said.slice(-2), ["Cancelling…", "Cancelled."]);
});

test("who cancels a job that is known cancels it at once and once", async () => {
  const { fight, seen, begin } = site([job({ done: 7 }), job({ state: "cancelled" })]);
  let stopped = /** @type {Promise<void> | null} */ (null);
  fight.wait = async () => {
    stopped = fight.stop();
  };
  begin();
  assert.equal(await fight.run(100), undefined);
  await stopped;
  assert.deepEqual(seen.posted, ["/api/v1/drafts/d/fight/", "/api/v1/jobs/j/cancel/"]);
});

test("a fight after a cancelled one is not cancelled with it", async () => {
  const { fight, seen, begin } = site([job({ state: "cancelled" }), job({ state: "done" })]);
  await fight.stop();
  begin();
  await fight.run(1);
  await fight.run(1);
  assert.equal(seen.posted.filter((path) => path.endsWith("/cancel/")).length, 0);
});

test("a failed battle says why", async () => {
  const failed = site([job({ state: "failed", error: "No captain." }), job({ state: "failed" })]);
  failed.begin();
  await assert.rejects(failed.fight.run(1), /No captain/);
  await assert.rejects(failed.fight.run(1), /could not be fought/);
});

test("a refused fight leaves no job behind", async () => {
  const { fight, seen, refuse } = site([]);
  const run = fight.run(1);
  refuse(new Error("too many"));
  await assert.rejects(run, /too many/);
  await fight.stop();
  assert.deepEqual(seen.posted, ["/api/v1/drafts/d/fight/"]);
});
