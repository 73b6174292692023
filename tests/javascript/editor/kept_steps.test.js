/** Steps that outlive a reload: taken up where they lead to the document that is there, and nowhere else. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createStore } from "../../../darkseas/static/darkseas/kit/undo_store.js";
import {
  keepSteps,
  takeUpSteps,
} from "../../../scenarios_app/drafts/static/drafts/editor/saving/kept_steps.js";
import { memoryStorage, numbered, numberOf } from "./saving_support.js";

/** @typedef {ReturnType<typeof numbered>} Spec */

const isSame = (/** @type {Spec} */ one, /** @type {Spec} */ other) => numberOf(one) === numberOf(other);

/** A store after three steps, of which one was taken back. */
function edited() {
  const store = createStore(numbered(0));
  for (const n of [1, 2, 3]) store.change(`to ${n}`, () => numbered(n));
  store.undo();
  return store;
}

test("after a reload steps can be undone and done again", () => {
  const storage = memoryStorage();
  keepSteps(edited(), "d", storage);
  const store = createStore(numbered(2));
  takeUpSteps(store, "d", isSame, storage);
  assert.deepEqual([store.undoLabel, store.redoLabel], ["to 2", "to 3"]);
  store.redo();
  assert.equal(numberOf(store.spec), 3);
  while (store.canUndo) store.undo();
  assert.equal(numberOf(store.spec), 0);
});

test("steps that lead to another document are forgotten", () => {
  const storage = memoryStorage();
  keepSteps(edited(), "d", storage);
  const [elsewhere, again] = [createStore(numbered(9)), createStore(numbered(2))];
  takeUpSteps(elsewhere, "d", isSame, storage);
  takeUpSteps(again, "d", isSame, storage);
  assert.deepEqual([elsewhere.canUndo, again.canUndo, again.canRedo], [false, false, false]);
});

test("where there is no room fewer steps are kept, and the last of them first", () => {
  const storage = memoryStorage();
  const store = createStore(numbered(0));
  for (let n = 1; n <= 40; n += 1) store.change(`to ${n}`, () => numbered(n));
  const setItem = storage.setItem.bind(storage);
  storage.setItem = (key, text) => {
    if (JSON.parse(text).past.length > 10) throw new Error("full");
    setItem(key, text);
  };
  keepSteps(store, "d", storage);
  const later = createStore(numbered(40));
  takeUpSteps(later, "d", isSame, storage);
  assert.equal(later.steps.past.length, 10);
  assert.equal(later.undoLabel, "to 40");
});
