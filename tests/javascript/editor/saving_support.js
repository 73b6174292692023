/**
 * A draft that is saved by hand: the site gives prepared answers, one after the other, and time is turned.
 */

import { settle } from "../tools/held.js";
import { createJournal } from "../../../scenarios_app/drafts/static/drafts/editor/saving/journal.js";
import { createSaving } from "../../../scenarios_app/drafts/static/drafts/editor/saving/autosave.js";
import { createStore } from "../../../darkseas/static/darkseas/kit/undo_store.js";

/** @typedef {Record<string, unknown>} Answer  a version, or a refusal, which has a status */

/** @typedef {import("../../../scenarios_app/drafts/static/drafts/editor/types.js").Spec} Spec */

/** A document that is but a number: what saves it does not read it. @param {number} n @returns {Spec} */
export const numbered = (n) => /** @type {Spec} */ (/** @type {unknown} */ ({ n }));

/** @param {Spec | undefined} spec */
export const numberOf = (spec) => /** @type {{n: number} | undefined} */ (/** @type {unknown} */ (spec))?.n;

/** A storage in memory. @returns {Storage} */
export function memoryStorage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/**
 * The draft { n: 0 }, version 1, open at Ann's. An answer may be a promise of one: then it comes when it is
 * kept.
 * @param {(Answer | Promise<Answer>)[]} answers
 */
export function savedByHand(answers) {
  const store = createStore(numbered(0));
  const journal = createJournal("d", memoryStorage(), "me");
  const seen = {
    /** What the site was asked to take: version and n. @type {[number, number][]} */
    asked: [],
    /** How it was sent. @type {{keepalive?: boolean}[]} */
    how: [],
    /** @type {string[]} */
    statuses: [],
    /** @type {{version: number, n?: number, edited_by?: string} | Record<string, unknown> | null} */
    conflict: null,
    /** @type {{run: () => void, ms: number} | null} */
    timer: null,
  };
  const saving = createSaving({
    store,
    journal,
    version: 1,
    me: "Ann",
    put: async (body, how) => {
      seen.asked.push([body.version, numberOf(body.spec) ?? NaN]);
      seen.how.push(how);
      const next = await answers.shift();
      if (!next) throw new Error("the site was asked once more than it had answers");
      if (next.status !== undefined) throw next;
      return /** @type {{version: number}} */ (next);
    },
    onStatus: (status) => seen.statuses.push(status),
    onAnswer: () => {},
    onConflict: (current) => {
      seen.conflict = current;
    },
    after: (run, ms) => {
      seen.timer = { run, ms };
      return 1;
    },
    forget: () => {
      seen.timer = null;
    },
    now: () => 5,
  });
  return {
    seen,
    store,
    journal,
    saving,
    /** Types a number into the document. @param {number} n */
    type: (n) => store.change("n", () => numbered(n)),
    /** What the page says now. */
    said: () => seen.statuses.at(-1),
    /** Lets the timer run out, if one runs. */
    tick: async () => {
      const due = seen.timer;
      seen.timer = null;
      due?.run();
      await settle();
    },
  };
}
