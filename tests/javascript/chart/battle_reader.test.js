/** Reading a battle: what is asked for once, what again, and where a battle ends. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { NoAnswer, Reader, WINDOW } from "../../../darkseas/static/darkseas/chart/battle_reader.js";
import { settle } from "../tools/held.js";
import { chart, line } from "../battles/battle_log/sample_lines.js";
import { outline } from "../battles/battle_log/sample_outline.js";

/**
 * A server with a battle of so many entries, that gives so many lines at once at most.
 * @param {number} entries
 */
function server(entries, most = WINDOW, broken = -1) {
  const asked = /** @type {string[]} */ ([]);
  const state = { isDown: false, most };
  const get = async (/** @type {string} */ address) => {
    const { pathname, searchParams } = new URL(address, "http://site");
    asked.push(pathname.slice(3) + (searchParams.size ? `?${searchParams}` : ""));
    if (state.isDown) throw new NoAnswer("down");
    const path = pathname.slice(3);
    if (path === "outline")
      return { ...outline, entries, ...(broken >= 0 ? { broken: { n: broken, why: "" } } : {}) };
    if (path.startsWith("steps/")) return { chart: chart(Number(path.slice(6))) };
    const [from, count] = ["from", "count"].map((name) => Number(searchParams.get(name)));
    return { lines: Array.from({ length: Math.min(count, state.most) }, (_, i) => line(from + i)) };
  };
  return { asked, state, get };
}

/** @param {ReturnType<typeof server>} site */
async function opened(site, perspective = "") {
  const reader = new Reader("/b/", perspective, { get: site.get });
  await reader.outline();
  site.asked.length = 0;
  return reader;
}

test("the perspective goes with every question, the server's own choice too", async () => {
  const site = server(30);
  const reader = new Reader("/b/", "", { get: site.get });
  await reader.outline();
  await reader.chart(3);
  assert.deepEqual(site.asked, ["outline", "steps/3?as=all"]);
});

test("lines are read a window at a time, and each window once", async () => {
  const site = server(250);
  const reader = await opened(site);
  assert.equal(reader.windowCount, 3);
  await Promise.all([reader.line(99), reader.line(100), reader.line(101)]);
  assert.equal((await reader.line(249)).n, 249);
  await reader.line(0);
  assert.deepEqual(site.asked, [
    "lines?as=all&from=0&count=100",
    "lines?as=all&from=100&count=100",
    "lines?as=all&from=200&count=100",
  ]);
});

test("a battle of whole windows has no empty one behind them", async () => {
  assert.equal((await opened(server(200))).windowCount, 2);
  assert.equal((await opened(server(201))).windowCount, 3);
});

test("a server that gives fewer lines is asked on until the window is full", async () => {
  const site = server(120, 40);
  const reader = await opened(site);
  const lines = await reader.window(0);
  assert.deepEqual([lines.length, lines.at(-1)?.n, site.asked.length], [100, 99, 3]);
});

test("a server that gives nothing is not asked for ever", async () => {
  const site = server(120, 0);
  const reader = await opened(site);
  await assert.rejects(reader.line(7), NoAnswer);
  assert.equal(site.asked.length, 1);
});

test("what failed is asked again, what came is not", async () => {
  const site = server(30);
  const reader = await opened(site);
  site.state.isDown = true;
  await assert.rejects(reader.line(3), NoAnswer);
  await assert.rejects(reader.chart(3), NoAnswer);
  site.state.isDown = false;
  assert.equal((await reader.line(3)).n, 3);
  assert.deepEqual(await reader.chart(3), chart(3));
  await reader.chart(3);
  assert.equal(site.asked.length, 4);
});

test("of the charts the last two hundred and forty are kept", async () => {
  const site = server(300);
  const reader = await opened(site);
  for (let n = 0; n < 240; n += 1) await reader.chart(n);
  await reader.chart(0);
  assert.equal(site.asked.length, 240);
  await reader.chart(240);
  await reader.chart(0);
  assert.equal(site.asked.length, 241);
  await reader.chart(1);
  assert.equal(site.asked.length, 242);
});

test("what is read ahead ends with the battle", async () => {
  const site = server(30);
  const reader = await opened(site);
  reader.ahead(26, 8);
  await settle();
  assert.deepEqual(site.asked, ["steps/27?as=all", "steps/28?as=all", "steps/29?as=all"]);
});

/**
 * @param {number} entries
 * @returns {import("../../../darkseas/static/darkseas/chart/battle_reader.js").Reel}
 */
function reelOf(entries) {
  const lines = Array.from({ length: entries }, (_, n) => line(n));
  const charts = [chart(0), chart(2)];
  return {
    outline: { ...outline, entries },
    lines,
    charts,
    chart_of: lines.map(({ n }) => Math.floor(n / 2) % 2),
  };
}

test("a battle that is told whole is asked for once, and stepped through with the server away", async () => {
  const asked = /** @type {string[]} */ ([]);
  const get = async (/** @type {string} */ address) => {
    if (asked.push(address) > 1) throw new NoAnswer("down");
    return reelOf(250);
  };
  const reader = new Reader("/b/", "", { get, reels: "/b/reels/0f/" });
  assert.equal((await reader.outline()).entries, 250);
  assert.deepEqual([await reader.chart(1), await reader.chart(3)], [chart(0), chart(2)]);
  assert.deepEqual([(await reader.line(7)).n, (await reader.window(2)).length], [7, 50]);
  assert.equal((await reader.seek(101, 1, (one) => one.n === 203))?.n, 203);
  assert.deepEqual([asked, reader.perspective], [["/b/reels/0f/all"], "all"]);
});

for (const [what, reel] of /** @type {[string, unknown][]} */ ([
  ["is not told yet", null],
  ["is told in a way that is not known here", { ...reelOf(30), lines: [] }],
  ["answers with something else", { nothing: 1 }],
])) {
  test(`a battle that ${what} is read step by step`, async () => {
    const site = server(30);
    const get = async (/** @type {string} */ address) => {
      if (!address.startsWith("/b/reels/")) return site.get(address);
      if (!reel) throw new NoAnswer("not told");
      return reel;
    };
    const reader = new Reader("/b/", "red one", { get, reels: "/b/reels/0f/" });
    await reader.outline();
    assert.deepEqual(await reader.chart(3), chart(3));
    assert.equal((await reader.line(3)).n, 3);
    assert.deepEqual(site.asked, ["outline?as=red+one", "steps/3?as=all", "lines?as=all&from=0&count=100"]);
  });
}

test("a broken log ends before its broken entry", async () => {
  assert.equal((await opened(server(30, WINDOW, 12))).entries, 12);
  assert.equal((await opened(server(30, WINDOW, 40))).entries, 30);
});

test("to seek finds the first line that is wanted, from where one stands, both ways", async () => {
  const reader = await opened(server(250));
  const isHundred = (/** @type {{n: number}} */ one) => one.n % 100 === 0;
  assert.equal((await reader.seek(100, 1, isHundred))?.n, 100);
  assert.equal((await reader.seek(101, 1, isHundred))?.n, 200);
  assert.equal((await reader.seek(99, -1, isHundred))?.n, 0);
  assert.equal(await reader.seek(201, 1, isHundred), null);
  assert.equal(await reader.seek(-1, -1, isHundred), null);
  assert.equal(await reader.seek(250, 1, isHundred), null);
});
