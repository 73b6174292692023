/** The document that is being edited, and the way back: every change is a step that can be undone. */

/** @typedef {import("../../drafts/editor/types.js").Spec} Spec */

/** How many steps can be taken back. */
export const STEPS = 200;
/** Strokes that follow one another this closely may be one step, in milliseconds. */
export const STROKE_MS = 800;

/**
 * A store of one document. The value is never changed in place; a change shares what it leaves alone,
 * so that listeners see by identity what is new.
 * @param {Spec} spec @param {{now?: () => number}} [clock]
 */
export function createStore(spec, { now = Date.now } = {}) {
  /** @type {{label: string, spec: Spec, stroke: string, at: number}[]} */
  let past = [];
  /** @type {{label: string, spec: Spec}[]} */
  let future = [];
  /** @type {Set<(spec: Spec, before: Spec) => void>} */
  const listeners = new Set();
  let current = spec;

  /** @param {Spec} next */
  function become(next) {
    const before = current;
    current = next;
    for (const listener of [...listeners]) listener(current, before);
  }

  /** @param {string} stroke */
  function goesOn(stroke) {
    const last = past.at(-1);
    return Boolean(stroke && last && last.stroke === stroke && !future.length && now() - last.at < STROKE_MS);
  }

  return {
    /** The document as it is now. */
    get spec() {
      return current;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    get undoLabel() {
      return past.at(-1)?.label ?? "";
    },
    get redoLabel() {
      return future.at(-1)?.label ?? "";
    },

    /**
     * Takes one step. With `join` it belongs to the step before where that was the same stroke, just now:
     * a stroke goes by its label, or by the name that `join` gives it.
     * @param {string} label @param {(spec: Spec) => Spec} recipe @param {{join?: boolean | string}} [how]
     */
    change(label, recipe, { join = false } = {}) {
      const next = recipe(current);
      if (next === current) return;
      const stroke = join === true ? label : join || "";
      if (goesOn(stroke)) past[past.length - 1].at = now();
      else past = [...past.slice(1 - STEPS), { label, spec: current, stroke, at: now() }];
      future = [];
      become(next);
    },

    /** Puts another document in place, as one step. @param {Spec} next @param {string} label */
    replace(next, label) {
      this.change(label, () => next);
    },

    /** Begins anew with a document; nothing of before can be undone. @param {Spec} next */
    reset(next) {
      past = [];
      future = [];
      become(next);
    },

    undo() {
      const step = past.at(-1);
      if (!step) return;
      past = past.slice(0, -1);
      future = [...future, { label: step.label, spec: current }];
      become(step.spec);
    },

    redo() {
      const step = future.at(-1);
      if (!step) return;
      future = future.slice(0, -1);
      past = [...past, { label: step.label, spec: current, stroke: "", at: 0 }];
      become(step.spec);
    },

    /** @param {(spec: Spec, before: Spec) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
