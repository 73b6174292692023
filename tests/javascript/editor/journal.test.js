/** The journal: what one page keeps, and what it leaves alone because another page wrote it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createJournal } from "../../../scenarios_app/drafts/static/drafts/editor/saving/journal.js";
import { memoryStorage, numbered, numberOf } from "./saving_support.js";

const UNSAVED = { version: 1, spec: numbered(1), changes: 1, since: 0, isSent: false };

test("a page reads what an earlier one kept", () => {
  const storage = memoryStorage();
  createJournal("d", storage, "before").keep(UNSAVED);
  assert.deepEqual(createJournal("d", storage, "now").read(), { ...UNSAVED, writer: "before" });
});

test("a page clears what it kept itself", () => {
  const journal = createJournal("d", memoryStorage(), "me");
  journal.keep(UNSAVED);
  journal.clear();
  assert.equal(journal.read(), null);
});

test("a page that has saved does not clear what another tab has not saved yet", () => {
  const storage = memoryStorage();
  const [ours, theirs] = [createJournal("d", storage, "a"), createJournal("d", storage, "b")];
  ours.keep(UNSAVED);
  theirs.keep({ ...UNSAVED, spec: numbered(2) });
  ours.clear();
  assert.equal(numberOf(theirs.read()?.spec), 2);
  theirs.clear();
  assert.equal(ours.read(), null);
});

test("two pages are two writers unless somebody says otherwise", () => {
  const storage = memoryStorage();
  const [ours, theirs] = [createJournal("d", storage), createJournal("d", storage)];
  theirs.keep(UNSAVED);
  ours.clear();
  assert.equal(numberOf(theirs.read()?.spec), 1);
});

test("what is kept of one draft is not another draft's", () => {
  const storage = memoryStorage();
  const [one, other] = [createJournal("d", storage, "me"), createJournal("e", storage, "me")];
  one.keep(UNSAVED);
  assert.equal(other.read(), null);
  other.clear();
  other.drop();
  assert.equal(numberOf(one.read()?.spec), 1);
});

test("to drop forgets whoever wrote it, and leaves what was put aside", () => {
  const storage = memoryStorage();
  const [ours, theirs] = [createJournal("d", storage, "a"), createJournal("d", storage, "b")];
  theirs.keep(UNSAVED);
  ours.setAside(numbered(3), 4);
  ours.drop();
  assert.equal(theirs.read(), null);
  assert.deepEqual([ours.aside()?.version, ours.aside()?.spec], [4, numbered(3)]);
});

for (const [what, text] of [
  ["no JSON", "{"],
  ["null", "null"],
  ["without a version", '{"spec": {}}'],
  ["without a document", '{"version": 1}'],
])
  test(`what is kept and cannot be read, ${what}, is nothing`, () => {
    const storage = memoryStorage();
    storage.setItem("darkseas-draft:d", text);
    assert.equal(createJournal("d", storage, "me").read(), null);
  });

test("a full storage is said", () => {
  const full = memoryStorage();
  full.setItem = () => {
    throw new Error("full");
  };
  const journal = createJournal("d", full, "x");
  assert.equal(journal.keep({ ...UNSAVED, spec: numbered(0) }), false);
  assert.equal(journal.setAside(numbered(0), 1), false);
});
