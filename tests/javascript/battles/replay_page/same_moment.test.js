/** Perspectives are changed without losing the entry; a shared link leads to it; finds are counted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  detailOf,
  firstContact,
  isShown,
} from "../../../../replays_app/static/replays_app/replay_page/detail.js";
import { hitWords, nextHit } from "../../../../replays_app/static/replays_app/replay_page/log_filter.js";
import {
  counterpartIn,
  OpenViews,
  SameMoment,
} from "../../../../replays_app/static/replays_app/replay_page/same_moment.js";
import {
  frameWords,
  momentAddress,
  pictureAddress,
} from "../../../../replays_app/static/replays_app/replay_page/share.js";
import { NoAnswer, Reader } from "../../../../darkseas/static/darkseas/chart/battle_reader.js";
import { outline } from "../battle_log/sample_outline.js";

/** Half of the entries are known to one side, a third to the other. @param {string} perspective */
const finder = (perspective) => async (/** @type {{n: number}} */ place) =>
  Math.floor(place.n / (perspective === "a" ? 2 : 3));

test("who goes round all perspectives comes back to the entry that they left", async () => {
  const same = new SameMoment();
  let here = { perspective: "all", n: 67 };
  const seen = [];
  for (const perspective of ["a", "b", "all"]) {
    here = { perspective, n: await same.in(here, perspective, finder(perspective)) };
    seen.push(here.n);
  }
  assert.deepEqual(seen, [33, 22, 67]);
});

test("who has stepped on since begins from there", async () => {
  const same = new SameMoment();
  const n = await same.in({ perspective: "all", n: 67 }, "a", finder("a"));
  assert.equal(n, 33);
  const back = await same.in({ perspective: "a", n: 34 }, "all", async ({ n }) => n * 2);
  assert.equal(back, 68);
});

test("a shared address names perspective and entry where a server reads them, and hides the result", () => {
  assert.equal(momentAddress("https://x/b/", "allies", 67, false), "https://x/b/?as=allies&at=67");
  assert.match(momentAddress("https://x/b/", "all", 0, true), /at=0&result=hidden$/);
  assert.match(momentAddress("https://x/b/", "all", 9, false, "key"), /as=all&at=9&show=key$/);
  assert.match(frameWords('https://x/?a=1&b="', 'A "name" <b>'), /src="https:..x.\?a=1&amp;b=&quot;"/);
  assert.match(frameWords("https://x/", 'A "name" <b>'), /title="A &quot;name&quot; &lt;b>"/);
});

test("finds are counted from where one is, and gone round", () => {
  assert.deepEqual(
    [3, 4, 9].map((n) => hitWords([3, 9, 12], n, false, 0)),
    ["1 of 3", "3 entries", "2 of 3"],
  );
  assert.equal(hitWords([], 0, false, 0), "No entry matches.");
  assert.equal(hitWords([], 0, false, 4), "No matches shown (4 more with “All entries”).");
  assert.equal(hitWords([3], 3, false, 2), "1 of 1 (2 more with “All entries”)");
  assert.deepEqual([nextHit([3, 9], 3, 1), nextHit([3, 9], 9, 1), nextHit([3, 9], 3, -1)], [9, 3, 9]);
  assert.equal(nextHit([], 3, 1), undefined);
});

test("key moments are the strong entries, and a battle begins in earnest with the first contact", () => {
  assert.deepEqual(
    [1, 2, 3].map((weight) => isShown("key", { weight })),
    [false, false, true],
  );
  assert.equal(isShown("fewer", { weight: 1 }), false);
  assert.equal(detailOf("nonsense"), "all");
  const marks = { ...outline.marks, firsts: [5, 9] };
  assert.equal(firstContact({ ...outline, marks }), 5);
  assert.equal(firstContact({ ...outline, marks: { ...marks, firsts: [] } }), 0);
});

/** A site that answers with an outline until the line is cut. */
function site() {
  const line = { isCut: false, asked: 0 };
  const views = new OpenViews(
    (perspective) =>
      new Reader("/b/", perspective, {
        get: async (address) => {
          line.asked += 1;
          if (line.isCut) throw new NoAnswer("The server does not answer.", 0);
          return address.includes("counterparts") ? { n: 7 } : { ...outline, perspective };
        },
      }),
  );
  return { line, views };
}

test("a view that was open once is there with the line cut, at the beginning of the phase", async () => {
  const { line, views } = site();
  const view = await views.open("red");
  const place = { perspective: "all", n: 12 };
  const where = { turn: 1, phase: "c" };
  assert.deepEqual(await counterpartIn(view, place, where), { n: 7, isNear: false });
  line.isCut = true;
  const again = await views.open("red");
  assert.deepEqual(await counterpartIn(again, place, where), { n: 10, isNear: true });
  assert.deepEqual(await counterpartIn(again, place, { turn: 2, phase: "c" }), { n: 20, isNear: true });
  await assert.rejects(() => views.open("blue"), NoAnswer);
});

test("a view of a battle that goes on is asked for anew", async () => {
  const { line, views } = site();
  views.make = ((make) => (/** @type {string} */ perspective) => {
    const reader = make(perspective);
    reader.outline = async () => ((line.asked += 1), { ...outline, status: "running" });
    return reader;
  })(views.make);
  await views.open("red");
  await views.open("red");
  assert.equal(line.asked, 2);
});

test("the picture of a moment names its view and its entry", () => {
  assert.equal(pictureAddress("/battles/b/picture.png", "red", 9), "/battles/b/picture.png?as=red&at=9");
});
