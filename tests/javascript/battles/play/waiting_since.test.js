/** Since when one is called is said roughly, and not at all while it is but a minute. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  calledText,
  sinceText,
  wasLate,
} from "../../../../replays_app/pages/play/static/play/bar/waiting_since.js";

const NOW = new Date("2026-03-04T15:30:00Z");

test("since when is said by the clock, and how long ago", () => {
  assert.equal(sinceText("2026-03-04T15:28:59+00:00", NOW), "since 15:28 UTC, 1 minute ago");
  assert.equal(sinceText("2026-03-04T12:04:00+00:00", NOW), "since 12:04 UTC, 3 hours ago");
  assert.equal(sinceText("2026-03-02T12:04:00+00:00", NOW), "since 2026-03-02, 12:04 UTC, 2 days ago");
});

test("what is a moment ago, or not known, is not said", () => {
  for (const since of ["2026-03-04T15:29:30Z", null, undefined, "yesterday"])
    assert.equal(sinceText(since, NOW), "");
});

test("an umpire reads who is to order, and since when", () => {
  const nameOf = (/** @type {string} */ side) => side.toUpperCase();
  const called = [
    { side: "ijn", since: "2026-03-04T12:04:00+00:00" },
    { side: "usn", since: "2026-03-04T15:29:30Z" },
  ];
  assert.equal(calledText(called, nameOf, NOW), "To move: IJN, since 12:04 UTC, 3 hours ago; USN.");
  assert.equal(calledText([], nameOf, NOW), "No orders are due.");
});

test("who came at once is not told a minute later since when they are called, who came late is", () => {
  /** @type {{[name: string]: string | undefined}} */
  const kept = {};
  const [at, later] = ["2026-03-04T15:29:30Z", new Date("2026-03-04T15:50:00Z")];
  assert.equal(wasLate(kept, at, NOW), false);
  assert.equal(wasLate(kept, at, later), false);
  assert.equal(wasLate(kept, "2026-03-04T15:40:00Z", later), true, "called anew while away");
  assert.equal(wasLate(kept, "2026-03-04T15:40:00Z", later), true);
  assert.equal(wasLate({}, at, later), true);
});
