/** Saves every change: at once in this browser, a moment later with the site. */

import { bare, same } from "../fields/document_paths.js";

/** @typedef {"saved" | "saving" | "offline" | "refused" | "loggedOut" | "conflict"} Status */

/** How long a pause in typing is, in milliseconds. */
export const PAUSE_MS = 600;
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** @type {Status[]} */
const NOT_SAVED = ["offline", "refused", "loggedOut"];
const NOT_KEPT = "This browser cannot keep a copy of your changes; leave the page only when they are saved.";

/** What each status is called. @type {Record<Status, string>} */
const WORDS = {
  saved: "All changes saved",
  saving: "Saving…",
  offline: "Not saved: no connection. Your changes are stored in this browser.",
  refused: "Not saved",
  loggedOut: "Not saved: you are logged out. Your changes are stored in this browser.",
  conflict: "Not saved: somebody else has saved this draft.",
};

/** @typedef {import("../types.js").Spec} Spec */
/** @typedef {ReturnType<typeof setTimeout> | number | null} Timer */

/**
 * What the site answers to a save.
 * @typedef {{version: number, edited_at?: string, findings?: import("../types.js").Finding[] | null,
 *   aims?: string[], costs?: Record<string, number>}} Answer
 */

/**
 * The version on the site if somebody else saved it.
 * @typedef {{version: number, spec: Spec, edited_by: string, edited_at?: string}} SavedVersion
 */

/**
 * @typedef {object} Parts
 * @property {import("../types.js").Store} store
 * @property {(body: {version: number, spec: Spec}, how: {keepalive?: boolean}) => Promise<Answer>} put
 * @property {import("./journal.js").Journal} journal
 * @property {number} version  the version that the store's document is
 * @property {string} me
 * @property {(status: Status, detail: string) => void} onStatus
 * @property {(answer: Answer) => void} onAnswer
 * @property {(current: SavedVersion) => void} onConflict
 * @property {(run: () => void, ms: number) => Timer} [after]
 * @property {(timer: Timer) => void} [forget]
 * @property {() => number} [now]
 */

/** Watches a store and saves it, one request at a time. @param {Parts} parts */
export function createSaving(parts) {
  return new Saving(parts);
}

export class Saving {
  /** @type {Status} */
  status = "saved";
  /** What was sent last and got no answer. @type {Spec | null} */
  sent = null;
  /** Whether the site may have saved the last request although no response arrived. */
  isUncertain = false;
  changes = 0;
  since = 0;
  tries = 0;
  /** @type {Timer} */
  timer = null;
  /** @type {Promise<void> | null} */
  running = null;

  /** @param {Parts} parts */
  constructor({
    after = (run, ms) => setTimeout(run, ms),
    forget = (timer) => clearTimeout(timer ?? undefined),
    now = () => Date.now(),
    version,
    ...parts
  }) {
    this.parts = { ...parts, after, forget, now };
    this.store = parts.store;
    this.journal = parts.journal;
    /** The version that was saved last. */
    this.version = version;
    /** The document as it was last saved. */
    this.saved = parts.store.spec;
    parts.store.subscribe(() => this.note());
  }

  get isSaved() {
    return this.store.spec === this.saved && !this.running;
  }

  /** @param {Status} next @param {string} [detail] */
  setStatus(next, detail = "") {
    this.status = next;
    this.parts.onStatus(next, detail || WORDS[next]);
  }

  /**
   * Stores unsaved changes in this browser.
   * @param {boolean} isSent  whether it may have reached the site
   */
  keep(isSent) {
    const { version, changes, since } = this;
    return this.journal.keep({ version, spec: this.store.spec, changes, since, isSent });
  }

  /** Keeps it in the browser, and warns if that fails. */
  keepOrSay() {
    if (!this.keep(this.running !== null || this.isUncertain)) this.parts.onStatus(this.status, NOT_KEPT);
  }

  /** The document has changed. */
  note() {
    if (this.store.spec === this.saved && !this.running) return this.settled();
    if (!this.changes) this.since = this.parts.now();
    this.changes += 1;
    this.keepOrSay();
    if (this.status === "conflict") return undefined;
    if (this.status === "saved" || this.status === "refused") this.setStatus("saving");
    if (this.status !== "offline") this.schedule(PAUSE_MS);
    return undefined;
  }

  settled() {
    this.parts.forget(this.timer);
    this.changes = 0;
    this.journal.clear();
    if (this.status !== "conflict") this.setStatus("saved");
  }

  /** @param {number} ms */
  schedule(ms) {
    this.parts.forget(this.timer);
    this.timer = this.parts.after(() => void this.save(), ms);
  }

  /** Saves now what waits. @param {{keepalive?: boolean}} [how] @returns {Promise<void>} */
  save(how = {}) {
    this.parts.forget(this.timer);
    if (this.running) return this.running;
    if (this.status === "conflict" || this.store.spec === this.saved) return Promise.resolve();
    this.running = this.attempt(how).finally(() => {
      this.running = null;
      if (this.status === "saving" && this.store.spec !== this.saved) this.schedule(PAUSE_MS);
    });
    return this.running;
  }

  /** @param {{keepalive?: boolean}} how */
  async attempt(how) {
    const sending = this.store.spec;
    if (this.status !== "offline") this.setStatus("saving");
    try {
      this.taken(await this.parts.put({ version: this.version, spec: sending }, how), sending);
    } catch (refusal) {
      this.refused(/** @type {import("../../../darkseas/kit/api.js").Refusal} */ (refusal), sending);
    }
  }

  /** @param {Answer} answer @param {Spec} sending */
  taken(answer, sending) {
    this.version = answer.version;
    this.saved = sending;
    this.isUncertain = false;
    this.tries = 0;
    this.parts.onAnswer(answer);
    if (this.store.spec === sending) return this.settled();
    this.changes = Math.max(this.changes - 1, 1);
    this.keep(false);
    return this.setStatus("saving");
  }

  /** @param {import("../../../darkseas/kit/api.js").Refusal} refusal @param {Spec} sending */
  refused(refusal, sending) {
    const current = /** @type {SavedVersion | undefined} */ (refusal.problem?.current);
    if (refusal.status === 409 && current) return this.meetConflict(current);
    if (refusal.isLoggedOut) return this.setStatus("loggedOut");
    if (!refusal.isPassing) return this.setStatus("refused", `Not saved: ${refusal.message}`);
    this.sent = sending;
    this.isUncertain = true;
    this.keepOrSay();
    this.setStatus("offline");
    this.schedule(WAITS_MS[Math.min(this.tries, WAITS_MS.length - 1)]);
    this.tries += 1;
    return undefined;
  }

  /**
   * Another version stands on the site: perhaps our own, whose answer was lost.
   * @param {SavedVersion} current
   */
  meetConflict(current) {
    const { sent } = this;
    const isOurs =
      this.isUncertain &&
      sent !== null &&
      current.version === this.version + 1 &&
      current.edited_by === this.parts.me &&
      same(bare(current.spec), bare(sent));
    if (isOurs) return this.taken({ ...current, findings: null }, sent);
    this.setStatus("conflict");
    return this.parts.onConflict(current);
  }

  /** Retries now, for example after reconnecting or logging in. */
  retry() {
    if (this.status === "conflict" || this.store.spec === this.saved) return Promise.resolve();
    this.tries = 0;
    this.setStatus("saving");
    return this.save();
  }

  /**
   * Continues from the version on the site.
   * @param {SavedVersion} current
   * @param {boolean} isOurs  whether our document replaces it; otherwise it replaces ours
   */
  goOn(current, isOurs) {
    this.version = current.version;
    this.isUncertain = false;
    this.saved = current.spec;
    this.setStatus("saving");
    if (isOurs) {
      this.keepOrSay();
      return this.save();
    }
    this.store.reset(current.spec);
    this.saved = this.store.spec;
    this.settled();
    return Promise.resolve();
  }

  /** Waits until everything is saved; false if that fails. @returns {Promise<boolean>} */
  async settle() {
    for (let rounds = 0; rounds < 5 && (this.running || this.store.spec !== this.saved); rounds += 1) {
      if (this.status === "conflict") return false;
      await this.save();
      if (NOT_SAVED.includes(this.status)) return false;
    }
    return this.store.spec === this.saved;
  }
}
