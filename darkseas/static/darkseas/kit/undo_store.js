/** The document that is being edited, and the way back: every change is a step that can be undone. */

/** How many steps can be taken back. */
export const STEPS = 200;
/** Strokes that follow one another this closely may be one step, in milliseconds. */
const STROKE_MS = 800;

/**
 * @template T
 * @typedef {{label: string, spec: T, stroke: string, at: number}} Step  `spec` is the document before it
 */

/**
 * A store of one document. The value is never changed in place; a change shares what it leaves alone,
 * so that listeners see by identity what is new.
 * @template T
 */
export class UndoStore {
  /** @type {Step<T>[]} */
  #past = [];
  /** @type {{label: string, spec: T}[]} */
  #future = [];
  /** @type {Set<(spec: T, before: T) => void>} */
  #listeners = new Set();
  /** @type {T} */
  #spec;
  #now;

  /** @param {T} spec @param {() => number} now  the clock, in milliseconds */
  constructor(spec, now) {
    this.#spec = spec;
    this.#now = now;
  }

  /** The document as it is now. */
  get spec() {
    return this.#spec;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  get undoLabel() {
    return this.#past.at(-1)?.label ?? "";
  }

  get redoLabel() {
    return this.#future.at(-1)?.label ?? "";
  }

  /**
   * Takes one step. With `join` it belongs to the step before where that was the same stroke, just now:
   * a stroke goes by its label, or by the name that `join` gives it.
   * @param {string} label @param {(spec: T) => T} recipe @param {{join?: boolean | string}} [how]
   */
  change(label, recipe, { join = false } = {}) {
    const next = recipe(this.#spec);
    if (next === this.#spec) return;
    const stroke = join === true ? label : join || "";
    const last = this.#past.at(-1);
    if (last && this.#continues(last, stroke)) last.at = this.#now();
    else this.#past = [...this.#past.slice(1 - STEPS), { label, spec: this.#spec, stroke, at: this.#now() }];
    this.#future = [];
    this.#set(next);
  }

  /** Puts another document in place, as one step. @param {T} next @param {string} label */
  replace(next, label) {
    this.change(label, () => next);
  }

  /** Starts over with a document; earlier changes can no longer be undone. @param {T} next */
  reset(next) {
    this.#past = [];
    this.#future = [];
    this.#set(next);
  }

  undo() {
    const step = this.#past.at(-1);
    if (!step) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, { label: step.label, spec: this.#spec }];
    this.#set(step.spec);
  }

  redo() {
    const step = this.#future.at(-1);
    if (!step) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { label: step.label, spec: this.#spec, stroke: "", at: 0 }];
    this.#set(step.spec);
  }

  /** The steps in both directions, as they may be taken up again. */
  get steps() {
    const named = (/** @type {{label: string, spec: T}} */ { label, spec }) => ({ label, spec });
    return { past: this.#past.map(named), future: this.#future.map(named) };
  }

  /**
   * Takes up steps of an earlier page that led to this very document.
   * @param {{past: {label: string, spec: T}[], future: {label: string, spec: T}[]}} steps
   */
  takeUp({ past, future }) {
    this.#past = past.slice(-STEPS).map((step) => ({ ...step, stroke: "", at: 0 }));
    this.#future = future;
    this.#set(this.#spec);
  }

  /** Returns what ends it. @param {(spec: T, before: T) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether a stroke continues the last step. @param {Step<T>} last @param {string} stroke */
  #continues(last, stroke) {
    return Boolean(stroke && last.stroke === stroke && !this.canRedo && this.#now() - last.at < STROKE_MS);
  }

  /** @param {T} next */
  #set(next) {
    const before = this.#spec;
    this.#spec = next;
    for (const listener of [...this.#listeners]) listener(next, before);
  }
}

/**
 * @template T
 * @param {T} spec @param {{now?: () => number}} [clock] @returns {UndoStore<T>}
 */
export function createStore(spec, { now = Date.now } = {}) {
  return new UndoStore(spec, now);
}
