/** Lines of a chat are read on from the last one, and none is shown twice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ChatLines } from "../../../../replays_app/live/chat/static/chat/chat_lines.js";

/** A chat on a server that is the test's own. */
function chat() {
  /** @type {{n: number, text: string}[]} */
  const kept = [];
  /** @type {string[]} */
  const asked = [];
  /** @type {string[]} */
  const shown = [];
  const api = {
    get: async (/** @type {string} */ path) => {
      asked.push(path);
      const after = Number(/after=(-?\d+)/.exec(path)?.[1] ?? -1);
      return { lines: kept.filter((line) => line.n > after) };
    },
    post: async (/** @type {string} */ _, /** @type {unknown} */ body) => {
      const { text } = /** @type {{text: string}} */ (body);
      kept.push({ n: kept.length, text });
    },
  };
  const lines = new ChatLines(api, "/chat", (fresh) => shown.push(...fresh.map((line) => line.text)));
  return { kept, asked, shown, lines };
}

test("a chat is read on from the last line, none twice", async () => {
  const { kept, asked, shown, lines } = chat();
  await lines.read();
  kept.push({ n: 0, text: "hello" });
  await Promise.all([lines.read(), lines.read()]);
  kept.push({ n: 1, text: "again" });
  await lines.read();
  assert.deepEqual(shown, ["hello", "again"]);
  assert.deepEqual(asked, ["/chat", "/chat", "/chat?after=0", "/chat?after=0"]);
});

test("a line has one key until it is written, and the next line another", async () => {
  const { lines } = chat();
  /** @type {string[]} */
  const keys = [];
  let isDown = true;
  lines.api.post = async (_, __, how) => {
    keys.push(how.headers["Idempotency-Key"]);
    if (isDown) throw new Error("no answer");
  };
  await assert.rejects(lines.write("ahoy", false));
  isDown = false;
  await Promise.all([lines.write("ahoy", false), lines.write("ahoy", false)]);
  await lines.write("ahoy", false);
  assert.equal(new Set(keys.slice(0, 3)).size, 1);
  assert.equal(new Set(keys).size, 2);
});

test("what one writes is shown once, with what came in between", async () => {
  const { kept, shown, lines } = chat();
  await lines.read();
  kept.push({ n: 0, text: "theirs" });
  await lines.write("mine", false);
  await lines.read();
  assert.deepEqual(shown, ["theirs", "mine"]);
});
