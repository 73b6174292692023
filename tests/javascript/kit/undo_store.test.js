/** Steps of the store: how far back they go, which belong together, what a new one forgets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createStore } from "../../../darkseas/static/darkseas/kit/undo_store.js";
import { spec } from "../editor/sample_spec.js";

test("two hundred steps can be taken back and forth", () => {
  const store = createStore({ n: 0 });
  for (let i = 1; i <= 230; i += 1) store.change(`step ${i}`, (old) => ({ ...old, n: i }));
  let back = 0;
  for (; store.canUndo; back += 1) store.undo();
  assert.equal(back, 200);
  assert.equal(store.spec.n, 30);
  while (store.canRedo) store.redo();
  assert.equal(store.spec.n, 230);
  assert.equal(store.undoLabel, "step 230");
});

/** A store whose clock is turned by hand, and a hand that paints. */
function painted() {
  const clock = { ms: 0 };
  const store = createStore({ n: 0 }, { now: () => clock.ms });
  const paint = (/** @type {number} */ n, label = "paint land") =>
    store.change(label, () => ({ n }), { join: true });
  return { clock, store, paint };
}

/**
 * What one comes by on the way back.
 * @param {import("../../../darkseas/static/darkseas/kit/undo_store.js").UndoStore<{n: number}>} store
 */
function wayBack(store) {
  const seen = [];
  while (store.canUndo) {
    store.undo();
    seen.push(store.spec.n);
  }
  return seen;
}

test("quick strokes of one kind are one step", () => {
  const { clock, store, paint } = painted();
  paint(1);
  clock.ms += 700;
  paint(2);
  clock.ms += 700;
  paint(3);
  clock.ms += 900;
  paint(4);
  clock.ms += 10;
  paint(5, "paint sea");
  assert.deepEqual(wayBack(store), [4, 3, 0]);
});

test("a stroke goes on for less than eight tenths of a second, not for all of them", () => {
  const { clock, store, paint } = painted();
  paint(1);
  clock.ms += 799;
  paint(2);
  clock.ms += 800;
  paint(3);
  assert.deepEqual(wayBack(store), [2, 0]);
});

test("a stroke does not go on after an undo", () => {
  const { store, paint } = painted();
  paint(1);
  paint(2, "paint sea");
  store.undo();
  paint(3);
  assert.deepEqual(wayBack(store), [1, 0]);
});

test("a stroke does not go on after a step that was done again", () => {
  const { store, paint } = painted();
  paint(1);
  store.undo();
  store.redo();
  paint(2);
  assert.deepEqual(wayBack(store), [1, 0]);
});

test("strokes that are named go together whatever their labels", () => {
  const { store } = painted();
  store.change("a", () => ({ n: 1 }), { join: "size" });
  store.change("b", () => ({ n: 2 }), { join: "size" });
  store.change("c", () => ({ n: 3 }));
  store.change("c", () => ({ n: 4 }));
  assert.deepEqual(wayBack(store), [3, 2, 0]);
});

test("a change that changes nothing is no step", () => {
  const store = createStore(spec);
  store.change("x", (old) => old);
  assert.equal(store.canUndo, false);
});

test("a new step forgets what was undone", () => {
  const store = createStore({ n: 0 });
  store.change("a", () => ({ n: 1 }));
  store.undo();
  store.change("b", () => ({ n: 2 }));
  assert.equal(store.canRedo, false);
  assert.equal(store.undoLabel, "b");
});

test("after a new beginning nothing can be undone, and whoever listens has heard of it", () => {
  const store = createStore({ n: 0 });
  /** @type {number[][]} */
  const heard = [];
  const cease = store.subscribe((now, before) => heard.push([before.n, now.n]));
  store.change("a", () => ({ n: 1 }));
  store.reset({ n: 7 });
  cease();
  store.change("b", () => ({ n: 8 }));
  assert.deepEqual(heard, [
    [0, 1],
    [1, 7],
  ]);
  assert.equal(store.undoLabel, "b");
  store.undo();
  assert.deepEqual([store.canUndo, store.spec.n], [false, 7]);
});
