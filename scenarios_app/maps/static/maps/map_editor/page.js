/** The page of the map editor by itself: undo, autosave in this browser, publishing. */

import { newKey } from "../../darkseas/kit/api.js";
import { byId } from "../../darkseas/kit/dom.js";
import { ownStorage } from "../../darkseas/account_storage.js";
import { createStore } from "../../darkseas/kit/undo_store.js";
import { apiOf, inWords } from "./map_api.js";
import { mountMapEditor } from "./map_editor.js";

/** @typedef {import("./types.js").MapSpec} MapSpec */

const SAVE_MS = 400;
const LONGEST_AGE_MS = 90 * 24 * 3600 * 1000;

const form = byId("map-publish");
const { key, number, source } = form.dataset;
const store = createStore(/** @type {MapSpec} */ (JSON.parse(byId("map-spec").textContent)));
/** @type {import("./types.js").Host} */
const host = {
  map: () => store.spec,
  change: (label, recipe, how) => store.change(label, recipe, how),
  subscribe: (listener) => store.subscribe(() => listener()),
  announce: (text) => {
    byId("map-announce").textContent = text;
  },
};

// --- kept in this browser ----------------------------------------------------------------

// Only members draw maps. Entries without an account's key belong to an unknown person, so ignore them.
const storage = ownStorage(undefined, { takesOver: false });
const shelf = `darkseas-map:${key || `new:${source}`}`;
let isPublished = false;
let timer = 0;

function keep() {
  if (isPublished) return;
  try {
    storage.setItem(shelf, JSON.stringify({ map: store.spec, number, at: Date.now() }));
  } catch {
    say("This browser cannot save your changes: publish before you leave.", true);
  }
}

function kept() {
  try {
    const draft = JSON.parse(storage.getItem(shelf) ?? "null");
    return draft?.map && Date.now() - draft.at < LONGEST_AGE_MS ? draft : null;
  } catch {
    return null;
  }
}

function offerRestore() {
  const draft = kept();
  if (!draft || JSON.stringify(draft.map) === JSON.stringify(store.spec)) return;
  const offer = byId("map-restore");
  const when = byId("map-restore-when", HTMLTimeElement);
  when.textContent = new Date(draft.at).toLocaleString();
  when.dateTime = new Date(draft.at).toISOString();
  if (draft.number !== number)
    byId("map-restore-base").textContent =
      ` It was started from revision ${draft.number}; the current one is ${number}.`;
  offer.hidden = false;
  const close = () => {
    offer.hidden = true;
    title.focus();
  };
  byId("map-restore-yes").addEventListener("click", () => {
    store.replace(draft.map, "Restore unpublished changes");
    close();
  });
  byId("map-restore-no").addEventListener("click", () => {
    storage.removeItem(shelf);
    close();
  });
}

// --- the head of the page ----------------------------------------------------------------

const undo = byId("map-undo", HTMLButtonElement);
const redo = byId("map-redo", HTMLButtonElement);
const title = byId("map-title", HTMLInputElement);

/** @param {string} text @param {boolean} [isAlarm] */
function say(text, isAlarm = false) {
  const status = byId("map-said");
  status.textContent = text;
  status.classList.toggle("alarm", isAlarm);
}

function showSteps() {
  undo.disabled = !store.canUndo;
  redo.disabled = !store.canRedo;
  undo.title = store.undoLabel;
  redo.title = store.redoLabel;
  if (document.activeElement !== title) title.value = host.map().title;
}

/** The key under which this page publishes, so that two presses publish once. */
const publishing = { headers: { "Idempotency-Key": newKey() } };

async function publish() {
  say("Publishing …");
  const body = {
    map: store.spec,
    key,
    note: byId("map-note", HTMLInputElement).value.trim(),
    visibility: byId("map-visibility", HTMLSelectElement).value,
  };
  try {
    const answer = /** @type {{url: string}} */ (await apiOf(host).post("/api/v1/maps/", body, publishing));
    isPublished = true;
    clearTimeout(timer);
    storage.removeItem(shelf);
    location.assign(answer.url);
  } catch (fault) {
    say(inWords(fault), true);
  }
}

undo.addEventListener("click", () => store.undo());
redo.addEventListener("click", () => store.redo());
title.addEventListener("input", () =>
  host.change("Change the title", (map) => ({ ...map, title: title.value }), { join: true }),
);
form.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  void publish();
});
document.addEventListener("keydown", (event) => {
  const isField = event.target instanceof HTMLInputElement && event.target.type === "text";
  if (!(event.ctrlKey || event.metaKey) || isField) return;
  const letter = event.key.toLowerCase();
  if (letter === "z" && !event.shiftKey) store.undo();
  else if (letter === "y" || letter === "z") store.redo();
  else return;
  event.preventDefault();
});
store.subscribe(() => {
  showSteps();
  clearTimeout(timer);
  timer = window.setTimeout(keep, SAVE_MS);
});
addEventListener("pagehide", () => {
  if (store.canUndo) keep();
});

showSteps();
mountMapEditor(byId("map-editor"), host);
offerRestore();
