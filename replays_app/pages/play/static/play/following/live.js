/**
 * Reports new entries of a battle for a seat. Uses a stream if possible; while none is open it polls the
 * log's length, at growing intervals.
 */

import { CHAT_BELL } from "../../chat/bell.js";

/** Polling interval in milliseconds: initial and maximum. */
export const FIRST_MS = 2000;
const [SLOWER, LONGEST_MS] = [1.25, 30_000];
/** Milliseconds until a hidden page counts as left, and until a refused stream is tried again. */
export const [AWAY_MS, AGAIN_MS] = [600_000, 60_000];

/** @typedef {{base?: string, forms: () => Promise<{length: number}>}} FollowedApi */
/** @typedef {{hidden: boolean, addEventListener: (name: string, heard: () => void) => void,
 *   removeEventListener: (name: string, heard: () => void) => void,
 *   dispatchEvent: (event: Event) => boolean}} Visibility */
/** @typedef {(again: () => void, ms: number) => unknown} Later */
/** @typedef {EventTarget & {readyState: number, close: () => void}} Stream */
/** @typedef {(address: string) => Stream | null} Opener */

const CLOSED = 2;

/**
 * Follows a battle, and calls back with the number of entries whenever it changes. Returns a function that
 * stops following.
 * @param {FollowedApi} battleApi @param {number} known @param {(length: number) => void} onLength
 * @param {Visibility} [page] @param {Later} [later] @param {Opener} [open]
 * @returns {() => void}
 */
export function follow(battleApi, known, onLength, page = document, later = wait, open = openStream) {
  const follower = new Follower(battleApi, known, onLength, page, later, open);
  const seen = () => follower.seen();
  page.addEventListener("visibilitychange", seen);
  follower.seen();
  return () => {
    page.removeEventListener("visibilitychange", seen);
    follower.end();
  };
}

/** A browser's timer must be called on the window, not on a follower. @type {Later} */
function wait(again, ms) {
  return setTimeout(again, ms);
}

/**
 * Opens the stream of a battle; null if the browser does not support streams.
 * @param {string} address @returns {Stream | null}
 */
function openStream(address) {
  return typeof EventSource === "undefined" ? null : new EventSource(address, { withCredentials: true });
}

class Follower {
  /**
   * @param {FollowedApi} battleApi @param {number} known @param {(length: number) => void} onLength
   * @param {Visibility} page @param {Later} later @param {Opener} open
   */
  constructor(battleApi, known, onLength, page, later, open) {
    this.battleApi = battleApi;
    this.known = known;
    this.onLength = onLength;
    this.page = page;
    this.later = later;
    this.open = open;
    this.polls = 0;
    this.looks = 0;
    this.hasEnded = false;
    /** @type {Stream | null} */
    this.stream = null;
    this.wait = FIRST_MS;
  }

  /** Handles that the page was shown or hidden. */
  seen() {
    const mine = (this.looks += 1);
    if (this.hasEnded) return;
    if (this.page.hidden) {
      this.later(() => mine === this.looks && this.hangUp(), AWAY_MS);
      return;
    }
    if (!this.stream) this.listen();
    if (this.stream?.readyState !== 1) this.poll();
  }

  end() {
    this.hasEnded = true;
    this.hangUp();
  }

  hangUp() {
    this.stream?.close();
    this.stream = null;
    this.polls += 1;
  }

  /** Opens the stream; polling stops while it is open. */
  listen() {
    const stream = this.battleApi.base ? this.open(`${this.battleApi.base}stream`) : null;
    this.stream = stream;
    stream?.addEventListener("open", () => (this.polls += 1));
    stream?.addEventListener("error", () => this.lost(stream));
    stream?.addEventListener("chat", () => this.page.dispatchEvent(new Event(CHAT_BELL)));
    stream?.addEventListener("news", (event) => {
      const { length, over } = JSON.parse(/** @type {MessageEvent<string>} */ (event).data);
      if (over) this.end();
      this.tell(length);
    });
  }

  /**
   * Handles a lost stream: the browser reconnects on its own, unless the stream was refused.
   * @param {Stream} stream
   */
  lost(stream) {
    if (stream !== this.stream) return;
    if (stream.readyState === CLOSED) {
      this.stream = null;
      this.later(() => !this.hasEnded && !this.stream && !this.page.hidden && this.listen(), AGAIN_MS);
    }
    this.poll();
  }

  /** Starts polling now. */
  poll() {
    [this.polls, this.wait] = [this.polls + 1, FIRST_MS];
    this.ask(this.polls);
  }

  /** @param {number} mine  number of this poll; later polls make its answer stale */
  async ask(mine) {
    if (mine !== this.polls || this.page.hidden) return;
    const answer = await this.battleApi.forms().catch(() => null);
    if (mine !== this.polls) return;
    if (answer && answer.length !== this.known) {
      this.wait = FIRST_MS;
      this.tell(answer.length);
    }
    this.later(() => this.ask(mine), this.wait);
    this.wait = Math.min(this.wait * SLOWER, LONGEST_MS);
  }

  /** @param {number} length */
  tell(length) {
    if (length === this.known) return;
    this.known = length;
    this.onLength(length);
  }
}
