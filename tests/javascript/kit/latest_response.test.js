/** Of several questions only the newest gets its answer, in whatever order answers come. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { newestAnswer } from "../../../darkseas/static/darkseas/kit/latest_response.js";
import { held } from "../tools/held.js";

test("an answer that comes in time is the answer", async () => {
  const ask = newestAnswer();
  assert.equal(await ask(async () => 1), 1);
  assert.equal(await ask(async () => 2), 2);
});

test("an answer that comes after the next question is dropped, and after the next answer too", async () => {
  const ask = newestAnswer();
  const [first, second, third] = [held(), held(), held()];
  const answers = [first, second, third].map(({ promise }) => ask(() => promise));
  second.keep(2);
  assert.equal(await answers[1], undefined);
  third.keep(3);
  assert.equal(await answers[2], 3);
  first.keep(1);
  assert.equal(await answers[0], undefined);
});

test("only the newest question fails aloud", async () => {
  const ask = newestAnswer();
  const [first, second] = [held(), held()];
  const [early, late] = [ask(() => first.promise), ask(() => second.promise)];
  first.fail(new Error("early"));
  second.fail(new Error("late"));
  assert.equal(await early, undefined);
  await assert.rejects(late, /late/);
});

test("a question knows whether it is still the newest", async () => {
  const ask = newestAnswer();
  const wait = held();
  /** @type {boolean[]} */
  const told = [];
  const first = ask(async (isNewest) => {
    told.push(isNewest());
    await wait.promise;
    told.push(isNewest());
  });
  await ask(async (isNewest) => told.push(isNewest()));
  wait.keep(null);
  await first;
  assert.deepEqual(told, [true, true, false]);
});

test("two places that ask do not disturb each other", async () => {
  const [one, other] = [newestAnswer(), newestAnswer()];
  const slow = held();
  const answer = one(() => slow.promise);
  await other(async () => 2);
  slow.keep(1);
  assert.equal(await answer, 1);
});
