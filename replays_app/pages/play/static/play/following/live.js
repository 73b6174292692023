/**
 * Reports new entries of a battle for a seat. Uses a stream if possible; while none is open it polls the
 * log's length, at growing intervals.
 */

import { CHAT_BELL } from "../../chat/bell.js";

/** Polling interval in milliseconds: initial and maximum. */
export const FIRST_MS = 2000;
const [SLOWER, LONGEST_MS] = [1.25, 30_000];
/** Milliseconds until a hidden page is taken to be left; until a refused stream is tried again. */
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
 * Follows a battle; calls back with the number of entries whenever it is another one than was known. Gives
 * what ends it.
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

/** A browser's clock works for the window alone, not for a follower. @type {Later} */
function wait(again, ms) {
  return setTimeout(again, ms);
}

/**
 * The stream of a battle, none where the browser knows no streams.
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

  /** The page has been shown or hidden. */
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

  /** Opens the stream; while it is open nothing is asked. */
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
   * The stream is lost: the browser comes again by itself, or, where it was refused, not.
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

  /** Begins to ask, now. */
  poll() {
    [this.polls, this.wait] = [this.polls + 1, FIRST_MS];
    this.ask(this.polls);
  }

  /** @param {number} mine  while this is the number of polls, somebody waits for the answer */
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
