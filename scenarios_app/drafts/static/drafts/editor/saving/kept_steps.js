/** The steps that can be undone, kept while this tab is open: they outlive a reload and a look elsewhere. */

import { ownStorage } from "../../../darkseas/account_storage.js";

/** @typedef {import("../types.js").Spec} Spec */
/** @typedef {import("../../../darkseas/account_storage.js").Store} Keeper */
/** @typedef {import("../types.js").Store} Store */
/**
 * @typedef {{label: string, spec: Spec}} Step
 * @typedef {{spec: Spec, past: Step[], future: Step[]}} Kept
 */

const PREFIX = "darkseas-steps:";
/** Maximum number of stored steps in each direction; fewer if the browser has no space. */
const MOST = 40;
const ofTab = () => ownStorage(() => sessionStorage);

/**
 * Stores the undo steps with the document that they lead to; fewer steps if there is not enough space.
 * @param {Store} store @param {string} draft @param {Keeper} [storage]
 */
export function keepSteps(store, draft, storage = ofTab()) {
  const { past, future } = store.steps;
  for (let most = MOST; most >= 1; most = Math.floor(most / 2)) {
    try {
      const kept = { spec: store.spec, past: past.slice(-most), future: future.slice(-most) };
      storage.setItem(PREFIX + draft, JSON.stringify(kept));
      return;
    } catch {
      /* no room: fewer steps, in the end none */
    }
  }
  forget(draft, storage);
}

/**
 * Restores the undo steps if they lead to the current document; otherwise discards them.
 * @param {Store} store @param {string} draft @param {(one: Spec, other: Spec) => boolean} isSame
 * @param {Keeper} [storage]
 */
export function takeUpSteps(store, draft, isSame, storage = ofTab()) {
  const kept = read(draft, storage);
  forget(draft, storage);
  if (kept && isSame(kept.spec, store.spec)) store.takeUp(kept);
}

/** @param {string} draft @param {Keeper} storage @returns {Kept | null} */
function read(draft, storage) {
  try {
    const kept = JSON.parse(storage.getItem(PREFIX + draft) ?? "null");
    return Array.isArray(kept?.past) && Array.isArray(kept?.future) && kept.spec ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} draft @param {Keeper} storage */
function forget(draft, storage) {
  try {
    storage.removeItem(PREFIX + draft);
  } catch {
    /* nothing was kept then */
  }
}
