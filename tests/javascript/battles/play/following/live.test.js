/** Following a battle by its stream; asking again and again while none is open. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AGAIN_MS,
  AWAY_MS,
  follow,
} from "../../../../../replays_app/pages/play/static/play/following/live.js";
import { CHAT_BELL } from "../../../../../replays_app/live/chat/static/chat/bell.js";
import { settle } from "../../../tools/held.js";

/** A stream whose server is the test. */
class Stream extends EventTarget {
  readyState = 0;
  /** @param {number} state @param {string} name @param {object} [data] */
  now(state, name, data) {
    this.readyState = state;
    this.dispatchEvent(data ? new MessageEvent(name, { data: JSON.stringify(data) }) : new Event(name));
  }
  close() {
    this.readyState = 2;
  }
}

/** A page that follows, with all that happens to it in the test's hands. */
function following() {
  /** @type {Stream[]} */
  const streams = [];
  /** @type {{again: () => void, ms: number}[]} */
  const later = [];
  /** @type {number[]} */
  const heard = [];
  /** @type {string[]} */
  const addresses = [];
  const page = Object.assign(new EventTarget(), { hidden: false });
  const api = { base: "/api/v1/battles/7/", asked: 0, length: 3, forms: async () => ((api.asked += 1), api) };
  const end = follow(
    api,
    3,
    (length) => heard.push(length),
    page,
    (again, ms) => later.push({ again, ms }),
    (address) => {
      addresses.push(address);
      streams.push(new Stream());
      return /** @type {Stream} */ (streams.at(-1));
    },
  );
  const show = (/** @type {boolean} */ isShown) => {
    page.hidden = !isShown;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const wake = async (/** @type {number} */ ms) => {
    for (const one of later.splice(0)) one.ms === ms ? one.again() : later.push(one);
    await settle();
  };
  return { streams, later, heard, addresses, api, page, end, show, wake };
}

test("news on the stream are told once each, and nothing is asked while it is open", async () => {
  const { streams, later, heard, addresses, api } = following();
  await settle();
  streams[0].now(1, "open");
  const asked = api.asked;
  streams[0].now(1, "news", { length: 5, called: true, over: false });
  streams[0].now(1, "news", { length: 5, called: true, over: false });
  streams[0].now(1, "news", { length: 8, called: false, over: false });
  for (const { again } of later.splice(0)) again();
  await settle();
  assert.deepEqual([heard, addresses, api.asked], [[5, 8], ["/api/v1/battles/7/stream"], asked]);
});

test("the bell of the chat is passed on to the page, and is no news of the battle", async () => {
  const { streams, heard, page } = following();
  let rung = 0;
  page.addEventListener(CHAT_BELL, () => (rung += 1));
  streams[0].now(1, "open");
  streams[0].now(1, "chat", {});
  await settle();
  assert.deepEqual([rung, heard], [1, []]);
});

test("while the stream is lost the page asks, and tells what came in between", async () => {
  const { streams, heard, api } = following();
  streams[0].now(1, "open");
  streams[0].now(1, "news", { length: 5, called: true, over: false });
  api.length = 9;
  streams[0].now(0, "error");
  await settle();
  assert.deepEqual(heard, [5, 9]);
  const asked = api.asked;
  streams[0].now(1, "open");
  streams[0].now(1, "news", { length: 9, called: true, over: false });
  assert.deepEqual([heard, api.asked, streams.length], [[5, 9], asked, 1]);
});

test("what happened between the page's first look and the first question is told", async () => {
  const { heard, api } = following();
  api.length = 4;
  await settle();
  assert.deepEqual(heard, [4]);
});

test("a stream that is refused is tried again after a while", async () => {
  const { streams, api, wake } = following();
  streams[0].now(2, "error");
  await settle();
  assert.ok(api.asked > 0);
  assert.equal(streams.length, 1);
  await wake(AGAIN_MS);
  assert.equal(streams.length, 2);
});

test("a page that nobody looks at for long lets go of its stream, and takes it up again", async () => {
  const { streams, heard, show, wake } = following();
  streams[0].now(1, "open");
  show(false);
  streams[0].now(1, "news", { length: 5, called: true, over: false });
  show(true);
  await wake(AWAY_MS);
  assert.deepEqual([streams[0].readyState, heard], [1, [5]]);
  show(false);
  await wake(AWAY_MS);
  assert.equal(streams[0].readyState, 2);
  show(true);
  assert.equal(streams.length, 2);
});

test("the end of the battle ends the following, and so does who follows", async () => {
  const over = following();
  over.streams[0].now(1, "news", { length: 9, called: false, over: true });
  over.show(true);
  assert.deepEqual([over.heard, over.streams.length, over.streams[0].readyState], [[9], 1, 2]);
  const left = following();
  left.end();
  left.show(true);
  assert.deepEqual([left.streams.length, left.streams[0].readyState], [1, 2]);
});
