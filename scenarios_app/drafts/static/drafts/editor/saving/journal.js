/** What was typed and not saved yet, kept in this browser: it outlives the page and the browser. */

import { ownStorage } from "../../../darkseas/account_storage.js";

/** @typedef {import("../types.js").Spec} Spec */
/** @typedef {import("../../../darkseas/account_storage.js").Store} Store */
/**
 * `since` is the time of the first change, in milliseconds; `isSent`: it may have reached the site.
 * @typedef {{version: number, spec: Spec, changes: number, since: number, writer: string, isSent: boolean}}
 *   Unsaved
 */

const PREFIX = "darkseas-draft:";

/** The journal of one draft. */
export class Journal {
  /** @param {string} draft @param {Store} storage @param {string} writer  names this page among others */
  constructor(draft, storage, writer) {
    this.key = `${PREFIX}${draft}`;
    this.storage = storage;
    this.writer = writer;
  }

  /** What is kept, from this page or one before. */
  read() {
    return this.entry(this.key);
  }

  /** What was put aside last. */
  aside() {
    return this.entry(`${this.key}:aside`);
  }

  /** Writes at once; false if that fails. @param {Omit<Unsaved, "writer">} unsaved */
  keep(unsaved) {
    return this.write(this.key, unsaved);
  }

  /** Forgets what this page kept; what another page wrote since stays. */
  clear() {
    if (this.read()?.writer === this.writer) this.storage.removeItem(this.key);
  }

  /** Forgets whatever is kept. */
  drop() {
    try {
      this.storage.removeItem(this.key);
    } catch {
      /* nothing was kept then */
    }
  }

  /**
   * Saves a copy of a document that is about to be replaced; false if that fails.
   * @param {Spec} spec @param {number} version
   */
  setAside(spec, version) {
    const entry = { version, spec, changes: 0, since: Date.now(), isSent: false };
    return this.write(`${this.key}:aside`, entry);
  }

  /** @param {string} key @returns {Unsaved | null} */
  entry(key) {
    try {
      const kept = JSON.parse(this.storage.getItem(key) ?? "null");
      return kept && typeof kept.version === "number" && kept.spec ? kept : null;
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {Omit<Unsaved, "writer">} unsaved */
  write(key, unsaved) {
    try {
      this.storage.setItem(key, JSON.stringify({ ...unsaved, writer: this.writer }));
      return true;
    } catch {
      return false;
    }
  }
}

/** @param {string} draft @param {Store} [storage] @param {string} [writer] */
export function createJournal(draft, storage = ownStorage(), writer = Math.random().toString(36).slice(2)) {
  return new Journal(draft, storage, writer);
}
