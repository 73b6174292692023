/**
 * Entries not recorded yet, saved in this browser until it is online, in order, with the current entry and
 * its dice so far. They survive a reload, a killed browser and a lost connection.
 */

import { ownStorage } from "../../darkseas/account_storage.js";
import { carrying, withoutFree } from "./throws.js";

/** @typedef {import("./throws.js").Entry} Entry */
/** @typedef {import("./throws.js").Face} Face */
/** @typedef {{waiting?: Entry[], inHand?: Entry | null, hasGap?: boolean, carried?: Face[]}} Kept */
/** @typedef {import("../../darkseas/account_storage.js").Store} Store */

export class Outbox {
  /** @param {string} battle @param {Store} [store] */
  constructor(battle, store = ownStorage()) {
    this.name = `darkseas/table/${battle}`;
    this.store = store;
    /** Whether this browser can save entries; if not, the page must say so. */
    this.isKept = true;
    const { waiting = [], inHand = null, hasGap = false, carried = [] } = this.read();
    /** @type {Entry[]} */
    this.waiting = waiting;
    /** @type {Entry | null} */
    this.inHand = inHand;
    /** Whether an order before the waiting entries is being entered again. */
    this.hasGap = hasGap;
    /** Dice that the last order did not need, for the next one. */
    this.carried = carried;
  }

  /** Whether the waiting entries depend on an order before them. */
  get isHeld() {
    return this.waiting.length > 0 && (this.hasGap || Boolean(this.inHand?.isFirst) || this.isRefused);
  }

  /** Whether the site rejected the first entry; the rest waits until somebody has dealt with it. */
  get isRefused() {
    return Boolean(this.waiting[0]?.refusal);
  }

  /** @returns {Kept} */
  read() {
    try {
      return JSON.parse(this.store.getItem(this.name) ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  write() {
    const { waiting, inHand, hasGap, carried } = this;
    try {
      if (waiting.length || inHand || carried.length)
        this.store.setItem(this.name, JSON.stringify({ waiting, inHand, hasGap, carried }));
      else this.store.removeItem(this.name);
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }

  /** Sets the current entry. @param {Entry | null} entry */
  hold(entry) {
    this.inHand = entry;
    this.write();
  }

  /** Starts a new entry, with the dice that the last one did not need. @param {Entry} entry */
  take(entry) {
    const carried = this.carried;
    this.carried = [];
    this.hold(carrying(entry, carried));
  }

  /** Enters the order in hand again, before all waiting entries. */
  letGo() {
    this.hasGap = this.isHeld;
    this.hold(null);
  }

  /**
   * Queues the order in hand: last, or first again if it was taken back from there.
   * @param {Entry} entry
   */
  add({ isFirst, ...entry }) {
    // A refused order may have been sent too early: it is sent again after the current one.
    if (isFirst || this.hasGap || this.isRefused) this.waiting = [entry, ...this.unrefused];
    else
      this.waiting = [...this.waiting, { ...entry, expected: this.waiting.length ? null : entry.expected }];
    [this.inHand, this.hasGap] = [null, false];
    this.write();
  }

  /** The waiting entries, without their refusals. */
  get unrefused() {
    return this.waiting.map(({ refusal, ...entry }) => entry);
  }

  /**
   * Removes the current entry, because another device has already recorded it. If the next entry is of the
   * same seat, it now expects what the seat knew then, `length` entries; if not, somebody must check it.
   * @param {number} length @param {string} words  why it is not sent
   */
  settle(length, words) {
    const [next, ...rest] = this.waiting;
    const isNext = next?.seat === this.inHand?.seat;
    if (next) this.waiting = [isNext ? { ...next, expected: length } : { ...next, refusal: words }, ...rest];
    [this.inHand, this.hasGap] = [null, false];
    this.write();
  }

  /**
   * Puts the current entry back in first place, with the site's reason for refusing it.
   * @param {Entry} entry @param {string} refusal
   */
  putBack({ isFirst, ...entry }, refusal) {
    this.waiting = [{ ...entry, expected: null, isReady: false, refusal }, ...this.waiting];
    [this.inHand, this.hasGap] = [null, false];
    this.write();
  }

  /** Sends the refused entry again unchanged. */
  tryAgain() {
    this.waiting = this.unrefused;
    this.write();
  }

  /** Moves dice that the first entry does not need to the entry after it. */
  carryOn() {
    const [first, ...rest] = this.waiting;
    const next = rest.find(({ kind }) => kind === "order");
    if (!next) this.carried = [...this.carried, ...first.free];
    this.waiting = [
      withoutFree(first),
      ...rest.map((one) => (one === next ? carrying(one, first.free) : one)),
    ];
    this.write();
    return this.waiting[0];
  }

  /** Removes a waiting entry. @param {string} key */
  takeOut(key) {
    const entry = this.waiting.find((one) => one.key === key);
    this.waiting = this.waiting.filter((one) => one !== entry);
    if (!this.waiting.length) this.hasGap = false;
    this.write();
    return entry;
  }

  /** Changes the first entry. @param {Entry} entry */
  change(entry) {
    this.waiting = [entry, ...this.waiting.slice(1)];
    this.write();
  }

  /** Removes the first entry, because it was recorded or is being corrected. */
  drop() {
    this.waiting = this.waiting.slice(1);
    this.write();
  }

  /** Takes the first entry back in hand for correction; the order in hand goes to the end. */
  takeBack() {
    const [first, ...rest] = this.waiting;
    this.waiting = this.inHand ? [...rest, { ...this.inHand, expected: null }] : rest;
    this.hold(first ? { ...first, isFirst: true } : null);
  }

  /**
   * Returns the status in words, empty without waiting entries.
   * @param {boolean} isLost  whether the browser is offline
   */
  words(isLost) {
    const count = this.waiting.length;
    if (!this.isKept) return "This browser cannot save entries: they are lost when you close the page.";
    if (!count) return isLost ? "Offline. Your entries are saved in this browser." : "";
    const [entries, wait] = count === 1 ? ["1 entry", "waits"] : [`${count} entries`, "wait"];
    if (this.isRefused) return `${entries} not sent: the site rejected the first.`;
    if (isLost) return `Offline: ${entries} not sent yet.`;
    return this.isHeld ? `${entries} ${wait} for the previous order.` : `Sending ${entries} …`;
  }
}
