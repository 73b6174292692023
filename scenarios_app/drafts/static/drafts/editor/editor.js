/** The scenario editor: opens a draft, shows its panels, keeps it saved. */

import { byId, h } from "../../darkseas/kit/dom.js";
import { createApi } from "../../darkseas/kit/api.js";
import { showConflict } from "./saving/conflict.js";
import { broughtBack, savedState } from "./saving/save_status.js";
import { fileOf, offerFile, readFile } from "./saving/files.js";
import { markFields, nearest, normal, panelOf } from "./findings.js";
import { formFrom } from "./fields/form_description.js";
import { createJournal } from "./saving/journal.js";
import { keepSteps, takeUpSteps } from "./saving/kept_steps.js";
import { bare, same } from "./fields/document_paths.js";
import { createSaving } from "./saving/autosave.js";
import { createStore } from "../../darkseas/kit/undo_store.js";
import { createTabs } from "../../darkseas/kit/tabs.js";
import { drawWhenLetGo, watchPresses } from "../../darkseas/kit/press_through_redraw.js";
import { mount as mountAbout } from "./panels/about.js";
import { mount as mountAims } from "./panels/victory.js";
import { mount as mountChecks } from "./panels/checks.js";
import { mount as mountGroups } from "./panels/groups.js";
import { mount as mountMap } from "./panels/map.js";
import { mount as mountPublish } from "./panels/publish.js";
import { mount as mountSea } from "./panels/sea.js";
import { mount as mountSides } from "./panels/sides.js";
import { mount as mountTry } from "./panels/try.js";

/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Finding} Finding */
/** @typedef {import("./types.js").FormDescription} FormDescription */
/** @typedef {import("./saving/autosave.js").Answer} Answer */
/** @typedef {import("./saving/autosave.js").SavedVersion} SavedVersion */
/**
 * @typedef {{update: () => void, leave?: () => void, reveal?: (where: string) => void,
 *   takeZone?: (zone: string) => Promise<void>}} Mounted
 */

/** @type {[string, string, (element: HTMLElement, context: import("./types.js").Context) => Mounted][]} */
const PANELS = [
  ["about", "About", mountAbout],
  ["map", "Map", mountMap],
  ["sides", "Sides and ships", mountSides],
  ["groups", "Task groups and set-up", mountGroups],
  ["sea", "Sea and special rules", mountSea],
  ["aims", "Victory", mountAims],
  ["checks", "Checks", mountChecks],
  ["try", "Try it", mountTry],
  ["publish", "Publish", mountPublish],
];

/** What in a part of the page is given the focus. */
const FOCUSED_FIRST =
  "input:not([type=hidden]):not([disabled]), select, textarea, " +
  ".field-head [tabindex], h4[tabindex], button";

/** @type {import("./types.js").Known} */
const known = { ...JSON.parse(byId("editor-known").textContent ?? ""), found: new WeakMap() };
const api = createApi(known.token);

open().catch((fault) => {
  byId("editor-trouble").hidden = false;
  byId("editor-trouble").textContent = `The draft could not be opened. ${fault.message} Load the page again.`;
});

async function open() {
  const address = `/api/v1/drafts/${known.id}/`;
  const [draft, description] = await Promise.all([
    /** @type {Promise<Draft>} */ (api.get(address)),
    /** @type {Promise<FormDescription>} */ (api.get(`/api/v1/systems/${known.system}/form/`)),
  ]);
  const journal = createJournal(known.id);
  const store = createStore(draft.spec);
  new Editor(draft, formFrom(description), store, journal).begin(address);
}

/** The page with one draft on it. */
class Editor {
  /**
   * @param {Draft} draft @param {import("./types.js").Form} form @param {import("./types.js").Store} store
   * @param {ReturnType<typeof createJournal>} journal
   */
  constructor(draft, form, store, journal) {
    this.draft = draft;
    this.form = form;
    this.store = store;
    this.journal = journal;
    /** @type {Finding[]} */
    this.findings = known.findings;
    /** @type {string[]} */
    this.aims = known.aims;
    /** @type {Record<string, number>} */
    this.costs = known.costs;
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {Map<string, Mounted>} */
    this.mounted = new Map();
    /** @type {ReturnType<typeof createSaving> | null} */
    this.saving = null;
    /** @type {ReturnType<typeof createTabs> | null} */
    this.tabs = null;
    this.title = "";
    this.shown = "";
    this.panels = PANELS.filter(([key]) => key !== "map" || form.has_map);
    this.context = this.makeContext();
  }

  makeContext() {
    const { store, form, draft } = this;
    return {
      store,
      api,
      form,
      id: known.id,
      known,
      system: form.system,
      findings: () => this.findings,
      onFindings: (/** @type {() => void} */ listener) => {
        this.listeners.push(listener);
      },
      aims: () => this.aims,
      costs: () => this.costs,
      announce: (/** @type {string} */ text) => announce(text),
      select: (/** @type {string} */ where, /** @type {{zone?: string} | undefined} */ how) =>
        this.select(where, how),
      settle: async () => (await this.saving?.settle()) ?? false,
      version: () => this.saving?.version ?? this.draft.version,
      marks: () => this.mark(),
      draft: () => this.draft,
      people: { me: known.me, isOwner: draft.is_owner, authors: draft.authors },
    };
  }

  /** @param {string} address */
  begin(address) {
    const show = savedState(byId("saved-state"), () => void this.saving?.retry());
    this.saving = createSaving({
      store: this.store,
      journal: this.journal,
      version: this.draft.version,
      me: known.me,
      put: async (body, how) => /** @type {Answer} */ (await api.put(address, body, how)),
      onStatus: show,
      onAnswer: (answer) => this.answered(answer),
      onConflict: (current) => this.showConflict(current),
    });
    show("saved", "All changes saved");
    this.tabs = createTabs(
      byId("tab-list"),
      byId("panels"),
      this.panels.map(([key, title]) => ({ key, title })),
      (key) => this.opened(key),
      location.hash.slice(1),
    );
    if (this.tabs.open) this.opened(this.tabs.open);
    this.store.subscribe(() => this.changed());
    watchPresses(byId("editor"));
    this.toolbar();
    this.keys();
    this.leaving();
    this.changed();
    this.tellFindings();
    byId("editor").removeAttribute("aria-busy");
    this.comeBack();
    takeUpSteps(this.store, known.id, (one, other) => same(bare(one), bare(other)));
  }

  /** Brings back what an earlier page could not save. */
  comeBack() {
    const kept = this.journal.read();
    if (!kept || same(bare(kept.spec), bare(this.store.spec))) return this.journal.drop();
    if (kept.version === this.draft.version) {
      const words = broughtBack(kept.changes, kept.since);
      this.store.replace(kept.spec, "Restore changes");
      byId("brought-back").hidden = false;
      byId("brought-back").textContent = words;
      return announce(words);
    }
    const { version, spec, edited_by: by, edited_at: at } = this.draft;
    return this.showConflict({ version, spec, edited_by: by, edited_at: at }, kept.spec);
  }

  /** The panel that the address names. */
  openNamed() {
    const key = location.hash.slice(1);
    if (this.panels.some(([one]) => one === key)) this.tabs?.show(key);
  }

  /** @param {string} key */
  opened(key) {
    if (!this.tabs) return;
    const isOther = this.shown !== "" && this.shown !== key;
    if (isOther) this.mounted.get(this.shown)?.leave?.();
    this.shown = key;
    const body = this.tabs.body(key);
    if (!this.mounted.has(key)) {
      const mount = PANELS.find(([one]) => one === key)?.[2];
      if (mount) this.mounted.set(key, mount(body, this.context));
    }
    history.replaceState(null, "", `#${key}`);
    this.mounted.get(key)?.update();
    this.mark();
    if (isOther) scrollTo({ top: 0 });
  }

  changed() {
    // The messages about the previous step are outdated; the code that makes a step announces it afterwards.
    byId("done-line").textContent = "";
    byId("brought-back").hidden = true;
    const key = this.tabs?.open;
    if (key) this.mounted.get(key)?.update();
    if (this.store.spec.title !== this.title) {
      this.title = this.store.spec.title;
      byId("draft-title").textContent = this.title || "Without a title";
    }
    showStep(byId("undo"), "Undo", this.store.canUndo, this.store.undoLabel);
    showStep(byId("redo"), "Redo", this.store.canRedo, this.store.redoLabel);
  }

  /** @param {Answer} answer */
  answered(answer) {
    this.draft = { ...this.draft, version: answer.version, edited_at: answer.edited_at };
    if (!answer.findings) return;
    this.findings = answer.findings;
    this.aims = answer.aims ?? [];
    this.costs = answer.costs ?? {};
    // A finding beside a field moves what lies below it: the button that is pressed now would be missed.
    drawWhenLetGo(byId("editor"), () => this.tellFindings());
  }

  tellFindings() {
    const errors = this.findings.filter((one) => !one.is_advice);
    for (const [key] of this.panels) {
      const mine =
        key === "checks"
          ? errors
          : errors.filter((one) => panelOf(normal(this.store.spec, one.where), this.form) === key);
      this.tabs?.count(key, mine.length, `${mine.length} to fix`);
    }
    for (const listener of this.listeners) listener();
    const open = this.tabs?.open;
    if (open === "publish") this.mounted.get(open)?.update();
    this.mark();
  }

  /** Puts findings beside the fields of the open panel. */
  mark() {
    const { tabs } = this;
    if (!tabs?.open) return;
    const { open } = tabs;
    const here = this.findings.filter(
      (one) =>
        panelOf(normal(this.store.spec, one.where), this.form) === open || one.where.startsWith("sides"),
    );
    markFields(tabs.body(open), this.store.spec, here);
  }

  /**
   * Opens the panel of a place and puts the focus there.
   * @param {string} where @param {{zone?: string}} [how]
   */
  select(where, { zone = "" } = {}) {
    const place = normal(this.store.spec, where);
    const key = panelOf(place, this.form);
    this.tabs?.show(this.panels.some(([one]) => one === key) ? key : "about");
    const panel = this.mounted.get(key);
    if (zone) return void panel?.takeZone?.(zone);
    panel?.reveal?.(place);
    const body = this.tabs?.body(key);
    const wrapper = body && nearest(body, place);
    for (let fold = wrapper?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
      fold.open = true;
    const control = /** @type {HTMLElement | null} */ (
      wrapper?.querySelector(FOCUSED_FIRST) ?? document.getElementById(`heading-${key}`)
    );
    control?.focus();
    control?.scrollIntoView({ block: "center" });
    return undefined;
  }

  /** @param {SavedVersion} current @param {import("./types.js").Spec} [mine] */
  showConflict(current, mine = this.store.spec) {
    this.journal.setAside(mine, this.saving?.version ?? this.draft.version);
    showConflict({
      current,
      mine,
      me: known.me,
      takeTheirs: () => {
        this.journal.drop();
        void this.saving?.goOn(current, false);
        announce("Their version is shown now; yours was downloaded as a file.");
      },
      putMine: () => {
        if (mine !== this.store.spec) this.store.replace(mine, "Overwrite with mine");
        void this.saving?.goOn(current, true);
        announce("Your version is saved over theirs.");
      },
    });
  }

  toolbar() {
    byId("undo").addEventListener("click", () => this.step("undo"));
    byId("redo").addEventListener("click", () => this.step("redo"));
    byId("download").addEventListener("click", () => offerFile(fileOf(this.store.spec)));
    const file = byId("replace-file", HTMLInputElement);
    byId("replace").addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (!chosen) return;
      try {
        this.store.replace(readFile(await chosen.text(), this.store.spec), `Replace by ${chosen.name}`);
        announce(`The draft is what ${chosen.name} says. Undo brings back what was there.`);
      } catch (fault) {
        byId("brought-back").hidden = false;
        byId("brought-back").textContent = /** @type {Error} */ (fault).message;
      }
    });
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    const label = way === "undo" ? this.store.undoLabel : this.store.redoLabel;
    if (!label) return announce(way === "undo" ? "There is nothing to undo." : "There is nothing to redo.");
    this.store[way]();
    return announce(`${way === "undo" ? "Undone" : "Done again"}: ${label}.`);
  }

  keys() {
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const way = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : "";
      if (!way) return;
      event.preventDefault();
      this.step(way);
    });
  }

  /** Saves when the page is left, and warns if that fails. */
  leaving() {
    addEventListener("beforeunload", (event) => {
      if (this.saving?.isSaved) return;
      void this.saving?.save({ keepalive: true });
      event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) void this.saving?.save();
      else if (this.saving?.status === "loggedOut" || this.saving?.status === "offline")
        void this.saving.retry();
    });
    addEventListener("pagehide", () => keepSteps(this.store, known.id));
    addEventListener("online", () => void this.saving?.retry());
    addEventListener("hashchange", () => this.openNamed());
  }
}

/** @param {HTMLElement} button @param {string} word @param {boolean} can @param {string} label */
function showStep(button, word, can, label) {
  button.setAttribute("aria-disabled", String(!can));
  button.title = can ? `${word}: ${label}` : `Nothing to ${word.toLowerCase()}`;
  button.setAttribute("aria-label", button.title);
}

/** Announces a text to screen readers and shows it. @param {string} text */
function announce(text) {
  const line = byId("spoken");
  line.replaceChildren(h("span", {}, text));
  byId("done-line").textContent = text;
}
