/** The clock that goes on by itself: how long entries stay, and that it stops when it is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Autoplay, SPEEDS } from "../../../../replays_app/static/replays_app/battle_log/autoplay.js";
import { held, settle } from "../../tools/held.js";
import { line } from "./sample_lines.js";

/** @typedef {import("../../../../darkseas/static/darkseas/chart/types.js").Line | null} Next */

/** A clock whose entries and waits are let go by hand. */
function handDriven() {
  /** @type {ReturnType<typeof held<Next>>[]} */
  const entries = [];
  /** @type {{ms: number, rest: ReturnType<typeof held<void>>}[]} */
  const waits = [];
  /** @type {boolean[]} */
  const changes = [];
  const autoplay = new Autoplay(
    () => {
      const entry = /** @type {ReturnType<typeof held<Next>>} */ (held());
      entries.push(entry);
      return entry.promise;
    },
    (playing) => changes.push(playing),
    (ms) => {
      const rest = /** @type {ReturnType<typeof held<void>>} */ (held());
      waits.push({ ms, rest });
      return rest.promise;
    },
  );
  return { autoplay, entries, waits, changes };
}

test("an entry stays by speed, and a strong one longer", async () => {
  const { autoplay, entries, waits } = handDriven();
  autoplay.start();
  entries[0].keep(line(1, { weight: 2 }));
  await settle();
  autoplay.speed = 3;
  waits[0].rest.keep();
  await settle();
  entries[1].keep(line(2, { weight: 3 }));
  await settle();
  assert.deepEqual(
    waits.map((one) => one.ms),
    [SPEEDS[1], SPEEDS[3] * 1.6],
  );
});

test("nothing is asked for while an entry stays", async () => {
  const { autoplay, entries } = handDriven();
  autoplay.start();
  entries[0].keep(line(1));
  await settle();
  assert.equal(entries.length, 1);
});

test("it stops at the end of the battle", async () => {
  const { autoplay, entries, changes, waits } = handDriven();
  autoplay.start();
  entries[0].keep(null);
  await settle();
  assert.deepEqual(changes, [true, false]);
  assert.deepEqual([autoplay.playing, waits.length], [false, 0]);
});

test("a stop while the next entry is read holds: no wait begins and nothing more is read", async () => {
  const { autoplay, entries, waits, changes } = handDriven();
  autoplay.start();
  autoplay.stop();
  entries[0].keep(line(1));
  await settle();
  assert.deepEqual([entries.length, waits.length], [1, 0]);
  assert.deepEqual(changes, [true, false]);
});

test("a run that was stopped does not stop a new one when the battle ends for it", async () => {
  const { autoplay, entries, changes } = handDriven();
  autoplay.start();
  autoplay.stop();
  autoplay.start();
  entries[0].keep(null);
  await settle();
  assert.equal(autoplay.playing, true);
  assert.deepEqual(changes, [true, false, true]);
});

test("a run that was stopped does not go on beside a new one", async () => {
  const { autoplay, entries, waits } = handDriven();
  autoplay.start();
  entries[0].keep(line(1));
  await settle();
  autoplay.toggle();
  autoplay.toggle();
  waits[0].rest.keep();
  await settle();
  assert.equal(entries.length, 2);
});

test("to stop what stands says nothing", () => {
  const { autoplay, changes } = handDriven();
  autoplay.stop();
  assert.deepEqual(changes, []);
});
