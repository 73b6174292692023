/** Saving: what the site is asked, what stays in this browser, and what the page says meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { held, settle } from "../tools/held.js";
import { numbered, numberOf, savedByHand } from "./saving_support.js";

const OFFLINE = { status: 0, isPassing: true };

/** @param {Record<string, any>} current  what stands on the site */
const conflictWith = (current) => ({ status: 409, problem: { current } });

test("changes are saved together after a pause", async () => {
  const { seen, journal, saving, type, said, tick } = savedByHand([{ version: 2 }]);
  type(1);
  type(2);
  assert.equal(seen.timer?.ms, 600);
  assert.equal(journal.read()?.changes, 2);
  await tick();
  assert.deepEqual(seen.asked, [[1, 2]]);
  assert.equal(said(), "saved");
  assert.equal(journal.read(), null);
  assert.equal(saving.version, 2);
});

test("offline keeps the journal and tries again later", async () => {
  const { seen, journal, type, said, tick } = savedByHand([
    OFFLINE,
    { status: 503, isPassing: true },
    { version: 2 },
  ]);
  type(1);
  await tick();
  const waits = [seen.timer?.ms];
  assert.equal(numberOf(journal.read()?.spec), 1);
  await tick();
  waits.push(seen.timer?.ms);
  await tick();
  assert.deepEqual(waits, [1000, 2000]);
  assert.equal(said(), "saved");
  assert.equal(seen.asked.length, 3);
  assert.equal(journal.read(), null);
});

test("the waits grow to half a minute, and begin anew after a save", async () => {
  const { seen, type, tick } = savedByHand([...Array(8).fill(OFFLINE), { version: 2 }, OFFLINE]);
  const waits = [];
  type(1);
  for (let i = 0; i < 8; i += 1) {
    await tick();
    waits.push(seen.timer?.ms);
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]);
  await tick();
  type(2);
  await tick();
  assert.equal(seen.timer?.ms, 1000);
});

test("typing while offline does not hurry the next try", async () => {
  const { seen, journal, type, said, tick } = savedByHand([OFFLINE, { version: 2 }]);
  type(1);
  await tick();
  type(2);
  assert.equal(seen.timer?.ms, 1000);
  assert.equal(said(), "offline");
  assert.equal(numberOf(journal.read()?.spec), 2);
  await tick();
  assert.deepEqual(seen.asked, [
    [1, 1],
    [1, 2],
  ]);
});

test("an own save whose answer was lost is no conflict", async () => {
  const { seen, saving, type, said, tick } = savedByHand([
    OFFLINE,
    conflictWith({ version: 2, spec: numbered(1), edited_by: "Ann" }),
  ]);
  type(1);
  await tick();
  await tick();
  assert.equal(said(), "saved");
  assert.equal(seen.conflict, null);
  assert.equal(saving.version, 2);
});

/**
 * What stands on the site, and is not what was sent and got no answer.
 * @type {[string, Record<string, any>][]}
 */
const NOT_OURS = [
  ["somebody else saved the same", { version: 2, spec: numbered(1), edited_by: "Ben" }],
  ["a later version is the same", { version: 3, spec: numbered(1), edited_by: "Ann" }],
  ["another page of ours saved something else", { version: 2, spec: numbered(9), edited_by: "Ann" }],
];
for (const [what, current] of NOT_OURS)
  test(`it is a conflict after a lost answer when ${what}`, async () => {
    const { seen, type, said, tick } = savedByHand([OFFLINE, conflictWith(current)]);
    type(1);
    await tick();
    await tick();
    assert.equal(said(), "conflict");
    assert.equal(seen.conflict, current);
  });

test("the same from another page of ours is a conflict where no answer was lost", async () => {
  const current = { version: 2, spec: numbered(1), edited_by: "Ann" };
  const { said, type, tick } = savedByHand([conflictWith(current)]);
  type(1);
  await tick();
  assert.equal(said(), "conflict");
});

test("what was sent without an answer is forgotten once a later save was answered", async () => {
  const again = { version: 3, spec: numbered(1), edited_by: "Ann" };
  const { type, said, tick } = savedByHand([OFFLINE, { version: 2 }, conflictWith(again)]);
  type(1);
  await tick();
  await tick();
  assert.equal(said(), "saved");
  type(2);
  await tick();
  assert.equal(said(), "conflict");
});

test("a conflict stops saving until it is settled", async () => {
  const current = { version: 7, spec: numbered(9), edited_by: "Ben" };
  const { seen, journal, saving, type, said, tick } = savedByHand([conflictWith(current), { version: 8 }]);
  type(1);
  await tick();
  type(2);
  await tick();
  assert.equal(seen.asked.length, 1);
  assert.equal(said(), "conflict");
  assert.equal(seen.conflict?.version, 7);
  assert.equal(numberOf(journal.read()?.spec), 2);
  assert.equal(await saving.settle(), false);
  await saving.goOn(current, true);
  assert.deepEqual(seen.asked, [
    [1, 1],
    [7, 2],
  ]);
  assert.equal(said(), "saved");
});

test("theirs takes the place of ours", async () => {
  const current = { version: 7, spec: numbered(9), edited_by: "Ben" };
  const { seen, saving, store, type, said, tick } = savedByHand([conflictWith(current), { version: 8 }]);
  type(1);
  await tick();
  await saving.goOn(current, false);
  assert.deepEqual([numberOf(store.spec), store.canUndo, saving.isSaved], [9, false, true]);
  type(3);
  await tick();
  assert.deepEqual(seen.asked, [
    [1, 1],
    [7, 3],
  ]);
  assert.equal(said(), "saved");
  assert.equal(numberOf(store.spec), 3);
});

test("what came while saving is saved next", async () => {
  const { seen, type, said, tick } = savedByHand([{ version: 2 }, { version: 3 }]);
  type(1);
  const first = seen.timer;
  seen.timer = null;
  first?.run();
  type(2);
  await tick();
  await settle();
  await tick();
  assert.deepEqual(seen.asked, [
    [1, 1],
    [2, 2],
  ]);
  assert.equal(said(), "saved");
});

test("no second request goes out while the first has no answer, so none overtakes another", async () => {
  const slow = /** @type {ReturnType<typeof held<Record<string, any>>>} */ (held());
  const { seen, journal, saving, type, said, tick } = savedByHand([slow.promise, { version: 3 }]);
  type(1);
  await tick();
  type(2);
  await tick();
  void saving.save({ keepalive: true });
  void saving.retry();
  await settle();
  assert.deepEqual(seen.asked, [[1, 1]]);
  assert.equal(saving.isSaved, false);
  slow.keep({ version: 2 });
  await settle();
  assert.deepEqual([said(), saving.version, numberOf(journal.read()?.spec)], ["saving", 2, 2]);
  await tick();
  assert.deepEqual(seen.asked.at(-1), [2, 2]);
  assert.deepEqual([said(), saving.isSaved, journal.read()], ["saved", true, null]);
});

test("what is taken back while it is being saved is saved as it is then", async () => {
  const slow = /** @type {ReturnType<typeof held<Record<string, any>>>} */ (held());
  const { seen, store, saving, type, said, tick } = savedByHand([slow.promise, { version: 3 }]);
  type(1);
  await tick();
  store.undo();
  assert.equal(saving.isSaved, false);
  slow.keep({ version: 2 });
  await settle();
  await tick();
  assert.deepEqual(seen.asked, [
    [1, 1],
    [2, 0],
  ]);
  assert.equal(said(), "saved");
});

test("an undone change needs no saving", () => {
  const { seen, store, journal, saving, type, said } = savedByHand([]);
  type(1);
  store.undo();
  assert.equal(said(), "saved");
  assert.deepEqual(seen.asked, []);
  assert.equal(seen.timer, null);
  assert.equal(journal.read(), null);
  assert.equal(saving.isSaved, true);
});

test("being logged out and a refusal are said and keep the journal", async () => {
  const { journal, type, said, tick } = savedByHand([
    { status: 403, isLoggedOut: true },
    { status: 422, isPassing: false, message: "x" },
  ]);
  type(1);
  await tick();
  assert.equal(said(), "loggedOut");
  assert.equal(numberOf(journal.read()?.spec), 1);
  type(2);
  await tick();
  assert.equal(said(), "refused");
  assert.equal(numberOf(journal.read()?.spec), 2);
});

test("to settle saves at once all that there is, what comes meanwhile too", async () => {
  const slow = /** @type {ReturnType<typeof held<Record<string, any>>>} */ (held());
  const { seen, saving, type } = savedByHand([slow.promise, { version: 3 }]);
  type(1);
  const settled = saving.settle();
  type(2);
  slow.keep({ version: 2 });
  assert.equal(await settled, true);
  assert.deepEqual(seen.asked, [
    [1, 1],
    [2, 2],
  ]);
});

for (const refusal of [OFFLINE, { status: 403, isLoggedOut: true }, { status: 422, isPassing: false }])
  test(`nothing is settled where the site answers ${refusal.status}`, async () => {
    const { seen, saving, type } = savedByHand([refusal]);
    type(1);
    assert.equal(await saving.settle(), false);
    assert.equal(seen.asked.length, 1);
  });
