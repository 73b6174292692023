/** Saves every change: at once in this browser, a moment later with the site. */

import { bare, same } from "../fields/document_paths.js";

/** @typedef {"saved" | "saving" | "offline" | "refused" | "stranger" | "conflict"} Condition */

/** How long a pause in typing is, in milliseconds. */
export const PAUSE_MS = 600;
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** What each condition is called. @type {Record<Condition, string>} */
export const WORDS = {
  saved: "All changes saved",
  saving: "Saving…",
  offline: "Not saved: no connection. Your changes are kept in this browser.",
  refused: "Not saved",
  stranger: "Not saved: you are logged out. Your changes are kept in this browser.",
  conflict: "Not saved: somebody else has saved this draft.",
};

/**
 * Watches a store and saves it, one request at a time.
 * @param {object} parts
 * @param {import("../types.js").Store} parts.store
 * @param {(body: {version: number, spec: any}, how: {keepalive?: boolean}) => Promise<any>} parts.put
 * @param {ReturnType<typeof import("./local_copy.js").createJournal>} parts.journal
 * @param {number} parts.version  the version that the store's document is
 * @param {string} parts.me
 * @param {(condition: Condition, detail: string) => void} parts.onCondition
 * @param {(answer: any) => void} parts.onAnswer
 * @param {(current: any) => void} parts.onConflict
 * @param {(run: () => void, ms: number) => any} [parts.after]
 * @param {(timer: any) => void} [parts.forget]
 * @param {() => number} [parts.now]
 */
export function createSaving({
  store,
  put,
  journal,
  version,
  me,
  onCondition,
  onAnswer,
  onConflict,
  after = setTimeout,
  forget = clearTimeout,
  now = Date.now,
}) {
  let saved = store.spec;
  /** @type {any} */
  let sent = null;
  let isUncertain = false;
  let changes = 0;
  let since = 0;
  let tries = 0;
  /** @type {any} */
  let timer = null;
  /** @type {Promise<void> | null} */
  let running = null;
  /** @type {Condition} */
  let condition = "saved";

  /** @param {Condition} next @param {string} [detail] */
  function become(next, detail = "") {
    condition = next;
    onCondition(next, detail || WORDS[next]);
  }

  function keep() {
    const isKept = journal.keep({
      version,
      spec: store.spec,
      changes,
      since,
      isSent: running !== null || isUncertain,
    });
    if (!isKept)
      onCondition(
        condition,
        "This browser cannot keep a copy of your changes; leave the page only when they are saved.",
      );
  }

  function note() {
    if (store.spec === saved && !running) return settled();
    if (!changes) since = now();
    changes += 1;
    keep();
    if (condition === "conflict") return;
    if (condition === "saved" || condition === "refused") become("saving");
    if (condition !== "offline") schedule(PAUSE_MS);
  }

  function settled() {
    forget(timer);
    changes = 0;
    journal.clear();
    if (condition !== "conflict") become("saved");
  }

  /** @param {number} ms */
  function schedule(ms) {
    forget(timer);
    timer = after(() => {
      void save();
    }, ms);
  }

  /** @param {{keepalive?: boolean}} [how] @returns {Promise<void>} */
  function save(how = {}) {
    forget(timer);
    if (running) return running;
    if (condition === "conflict" || store.spec === saved) return Promise.resolve();
    running = attempt(how).finally(() => {
      running = null;
      if (condition === "saving" && store.spec !== saved) schedule(PAUSE_MS);
    });
    return running;
  }

  /** @param {{keepalive?: boolean}} how */
  async function attempt(how) {
    const sending = store.spec;
    if (condition !== "offline") become("saving");
    try {
      const answer = await put({ version, spec: sending }, how);
      taken(answer, sending);
    } catch (refusal) {
      refused(/** @type {any} */ (refusal), sending);
    }
  }

  /** @param {any} answer @param {any} sending */
  function taken(answer, sending) {
    version = answer.version;
    saved = sending;
    isUncertain = false;
    tries = 0;
    onAnswer(answer);
    if (store.spec === sending) return settled();
    changes = Math.max(changes - 1, 1);
    journal.keep({ version, spec: store.spec, changes, since, isSent: false });
    become("saving");
  }

  /** @param {any} refusal @param {any} sending */
  function refused(refusal, sending) {
    if (refusal.status === 409 && refusal.problem?.current) return clash(refusal.problem.current);
    if (refusal.isStranger) return become("stranger");
    if (!refusal.isPassing) return become("refused", `Not saved: ${refusal.message}`);
    sent = sending;
    isUncertain = true;
    keep();
    become("offline");
    schedule(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]);
    tries += 1;
  }

  /** Another version stands on the site: perhaps our own, whose answer was lost. @param {any} current */
  function clash(current) {
    const isOurs =
      isUncertain &&
      current.version === version + 1 &&
      current.edited_by === me &&
      same(bare(current.spec), bare(sent));
    if (isOurs) {
      taken({ ...current, findings: null }, sent);
      return;
    }
    become("conflict");
    onConflict(current);
  }

  store.subscribe(note);

  return {
    get condition() {
      return condition;
    },
    get version() {
      return version;
    },
    /** The document as it was last saved. */
    get saved() {
      return saved;
    },
    get isSaved() {
      return store.spec === saved && !running;
    },
    /** Saves now what waits. @param {{keepalive?: boolean}} [how] */
    save,
    /** Tries again now, as after a connection came back or somebody logged in. */
    retry() {
      if (condition === "conflict" || store.spec === saved) return Promise.resolve();
      tries = 0;
      become("saving");
      return save();
    },
    /** Goes on from the version that stands on the site: `theirs` as the document or as what ours is put over. @param {any} current @param {boolean} isOurs */
    goOn(current, isOurs) {
      version = current.version;
      isUncertain = false;
      saved = current.spec;
      become("saving");
      if (isOurs) {
        keep();
        return save();
      }
      store.reset(current.spec);
      saved = store.spec;
      settled();
      return Promise.resolve();
    },
    /** Waits until all is saved. @returns {Promise<boolean>} */
    async settle() {
      for (let rounds = 0; rounds < 5 && (running || store.spec !== saved); rounds += 1) {
        if (condition === "conflict") return false;
        await save();
        if (condition === "offline" || condition === "refused" || condition === "stranger") return false;
      }
      return store.spec === saved;
    },
  };
}
