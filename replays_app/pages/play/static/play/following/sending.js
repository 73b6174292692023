/** Sends an order so that it counts only once: retries with the same key until the site answers. */

import { Refusal } from "../../darkseas/kit/api.js";
import { ownStorage } from "../../darkseas/account_storage.js";

/** @typedef {import("./battle_api.js").SentOrder} SentOrder */
/** @typedef {{order: SentOrder, key: string}} Dispatch  a stored order that is being sent */

/** Milliseconds before an order is sent again: initial and maximum. */
export const AGAIN_MS = 1000;
const LONGEST_MS = 15_000;

/**
 * Sends until the site has answered. Raises Refusal if the site refuses the order.
 * @param {(order: SentOrder, key: string) => Promise<{length: number}>} give @param {Dispatch} dispatch
 * @param {(tries: number) => void} lost  called when the connection is lost, before each retry
 * @param {(ms: number) => Promise<void>} [wait]
 */
export async function send(give, { order, key }, lost, wait = untilLater) {
  for (let tries = 1, ms = AGAIN_MS; ; tries += 1, ms = Math.min(ms * 2, LONGEST_MS)) {
    try {
      return await give(order, key);
    } catch (fault) {
      if (!(fault instanceof Refusal) || !fault.isPassing) throw fault;
      lost(tries);
      await wait(ms);
    }
  }
}

/** Waits, but ends early when the browser is online again. @param {number} ms @returns {Promise<void>} */
function untilLater(ms) {
  return new Promise((done) => {
    const end = () => {
      removeEventListener("online", end);
      done();
    };
    addEventListener("online", end);
    setTimeout(end, ms);
  });
}

/** The page's notes about one seat, in the browser; without a store nothing is saved. */
export class SeatNotes {
  /**
   * @param {string} name  of battle and seat
   * @param {import("../../darkseas/account_storage.js").Store} [store]
   */
  constructor(name, store = ownStorage()) {
    this.name = name;
    this.store = store;
  }

  /** Number of entries seen; null if the battle was never opened here. */
  get seen() {
    const text = this.read("seen");
    return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
  }

  /** @param {number} entries */
  noteSeen(entries) {
    if (entries > (this.seen ?? -1)) this.write("seen", String(entries));
  }

  /** The order being sent, null without one. @returns {Dispatch | null} */
  get dispatch() {
    try {
      return JSON.parse(this.read("order") ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {Dispatch | null} dispatch */
  noteDispatch(dispatch) {
    this.write("order", dispatch ? JSON.stringify(dispatch) : "");
  }

  /** @param {string} what */
  read(what) {
    try {
      return this.store.getItem(`darkseas/${this.name}/${what}`);
    } catch {
      return null;
    }
  }

  /** @param {string} what @param {string} text */
  write(what, text) {
    try {
      if (text) this.store.setItem(`darkseas/${this.name}/${what}`, text);
      else this.store.removeItem(`darkseas/${this.name}/${what}`);
    } catch {
      // Players can still play if the browser saves nothing for us.
    }
  }
}
