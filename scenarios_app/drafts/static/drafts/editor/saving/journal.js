/** What was typed and not saved yet, kept in this browser: it outlives the page and the browser. */

/**
 * @typedef {{version: number, spec: any, changes: number, since: number, writer: string, isSent: boolean}}
 *   Unsaved
 */

const BEGINNING = "darkseas-draft:";

/**
 * The journal of one draft. `keep` writes at once and says whether it could.
 * @param {string} draft @param {Storage} [storage] @param {string} [writer]
 */
export function createJournal(draft, storage = localStorage, writer = Math.random().toString(36).slice(2)) {
  const name = `${BEGINNING}${draft}`;

  /** @param {string} where @returns {Unsaved | null} */
  function read(where) {
    try {
      const kept = JSON.parse(storage.getItem(where) ?? "null");
      return kept && typeof kept.version === "number" && kept.spec ? kept : null;
    } catch (refused) {
      return null;
    }
  }

  return {
    /** What is kept, from this page or one before. */
    read: () => read(name),

    /** @param {Omit<Unsaved, "writer">} unsaved */
    keep(unsaved) {
      try {
        storage.setItem(name, JSON.stringify({ ...unsaved, writer }));
        return true;
      } catch (refused) {
        return false;
      }
    },

    /** Forgets what this page kept; what another page wrote since stays. */
    clear() {
      if (read(name)?.writer === writer) storage.removeItem(name);
    },

    /** Forgets whatever is kept. */
    drop() {
      try {
        storage.removeItem(name);
      } catch (refused) {
        /* nothing was kept then */
      }
    },

    /**
     * Puts a document aside that something else takes the place of.
     * @param {import("../types.js").Spec} spec @param {number} version
     */
    setAside(spec, version) {
      try {
        storage.setItem(
          `${name}:aside`,
          JSON.stringify({ version, spec, changes: 0, since: Date.now(), writer, isSent: false }),
        );
      } catch (refused) {
        return false;
      }
      return true;
    },

    /** What was put aside last. */
    aside: () => read(`${name}:aside`),
  };
}
